// The waiting room of a game for its operators: its state, rate and counters, read every two seconds while the page is visible, and what can be done with it.

import { get, now, send } from "../core/api.js";
import { announce, dayAndTime, duration, el, hasText, korean, number, t } from "../core/dom.js";
import { ask } from "../core/dialog.js";
import { draft } from "../core/drafts.js";
import { form } from "../core/forms.js";
import { problemBox } from "../core/problems.js";
import { go, refresh, signInAddress } from "../core/router.js";
import { known } from "../core/session.js";
import { RateHistory } from "../game/rate-history.js";

const lookEvery = 2000, announcedEvery = 20_000, highestRate = 10_000, mostActive = 1_000_000, firstLimits = { minRate: 20, maxRate: 400, maxActive: 5000 };
const states = ["open", "paused", "draining", "closed"], confirmed = ["draining", "closed"], falling = ["slow", "failing", "pool-wait", "cpu"];
const facts = ["state", "rate", "reason", "limits", "opens-at", "tickets", "drawn", "waiting", "admitted", "lapsed", "active", "updated-at"];

export default {
  title: "panel.title",

  async show(main, { gameId }, signal) {
    if (known() === null) return void go(signInAddress(), { replace: true });
    const { body: game, problem } = await get(`/api/games/${gameId}`, { signal });
    if (signal.aborted) return;
    if (problem) return main.append(el("h1", {}, t("panel.title")), problemBox(problem, refresh), el("p", {}, el("a", { href: "/" }, t("panel.to-shop"))));
    await new RoomPanel(main, game, signal).look();
  },
};

class RoomPanel {
  #game; #signal; #room; #form; #main; #timer = 0; #reading = 0; #reason = ""; #announced = -announcedEvery;
  #messages = el("div", { class: "messages" });
  #done = el("p", { class: "done" });
  #errors = el("div");
  #body = el("div");
  #says = el("p", { class: "panel-says", role: "status" });
  #values = new Map(facts.map(name => [name, el("dd", { "data-fact": name })]));
  #history = new RateHistory();
  #buttons = states.map(state => el("button", { type: "button", class: confirmed.includes(state) && "danger", "data-state": state, onclick: () => this.#change(state) }, t(`panel.act.${state}`)));

  constructor(main, game, signal) {
    [this.#main, this.#game, this.#signal] = [main, game, signal];
    main.append(el("h1", { tabindex: -1 }, t("panel.title")),
      el("p", {}, korean(game.title), " · ", el("time", { datetime: game.startsAt }, dayAndTime(game.startsAt)), " · ", this.#toGame()), this.#messages, this.#body);
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    addEventListener("online", () => this.look(), { signal });
    document.addEventListener("visibilitychange", () => this.look(), { signal });
  }

  get #address() { return `/api/admin/games/${this.#game.id}/waiting-room`; }
  get #draft() { return `room-panel-${this.#game.id}`; }

  #toGame() { return el("a", { href: `/games/${this.#game.id}` }, t("panel.to-game")); }

  /** Reads the room, shows it, and looks again later; not while the page is in the background. */
  async look() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const reading = ++this.#reading;
    const { ok, body, problem } = await get(this.#address);
    // The operator has left the page; or an act or a later look has begun meanwhile, which shows what is newer.
    if (this.#signal.aborted || reading !== this.#reading) return;
    if (problem?.code === "not-allowed") return this.#refuse();
    if (ok || problem.code === "no-waiting-room") this.#show(ok ? body : null);
    else this.#explain(problem);
    this.#timer = setTimeout(() => this.look(), lookEvery);
  }

  #refuse() {
    this.#main.replaceChildren(el("h1", {}, t("panel.title")), el("p", { class: "operators-only", role: "status" }, t("panel.operators-only")), el("p", {}, this.#toGame()));
  }

  /** The same problem again is not announced again. */
  #explain(problem) {
    if (problem.code !== "not-signed-in" && this.#messages.firstChild?.dataset.code !== problem.code) this.#messages.replaceChildren(problemBox(problem));
  }

  #show(room) {
    this.#messages.replaceChildren();
    if (this.#room === undefined || (room === null) !== (this.#room === null)) this.#build(room);
    this.#room = room;
    if (room) this.#write(room);
  }

  #build(room) {
    const section = (name, ...content) => el("section", { "aria-labelledby": `panel-${name}` }, el("h2", { id: `panel-${name}` }, t(`panel.${name}`)), content);
    this.#form = form({
      name: this.#draft,
      fields: [
        { name: "minRate", label: "min-rate", type: "number", min: 1, max: highestRate, value: (room ?? firstLimits).minRate },
        { name: "maxRate", label: "max-rate", type: "number", min: 1, max: highestRate, value: (room ?? firstLimits).maxRate },
        { name: "maxActive", label: "max-active", type: "number", min: 1, max: mostActive, value: (room ?? firstLimits).maxActive },
        { name: "opensAt", label: "opens-at", type: "datetime-local", value: this.#shownOpening(room) },
      ],
      submit: room ? "panel.save" : "panel.make",
      action: values => this.#save(values),
      done: () => {
        this.#done.textContent = t(room ? "panel.saved" : "panel.made");
        announce(this.#done.textContent);
        // The button that made the room is gone.
        if (!room) this.#main.querySelector("h1").focus();
      },
    });
    this.#body.replaceChildren(...room ? [
      section("now", this.#says, el("dl", { class: "details" }, facts.map(name => el("div", {}, el("dt", {}, t(`panel.${name}`)), this.#values.get(name)))), this.#history.element),
      section("acts", this.#errors, el("div", { class: "buttons panel-acts", role: "group", "aria-labelledby": "panel-acts" }, this.#buttons)),
    ] : [el("p", { class: "note" }, t("panel.none"))], section("settings", this.#done, this.#form));
  }

  #write(room) {
    const rate = Math.round(room.rate * 10) / 10, admits = isAdmitting(room), reasonKey = `panel.reason.${room.reason}`, reason = hasText(reasonKey) ? t(reasonKey) : room.reason;
    const words = {
      state: t(`panel.state.${room.state}`),
      rate: t(admits ? "panel.rate.now" : "panel.rate.later", { rate: number(rate) }),
      reason,
      limits: t("panel.limits.now", { min: number(room.minRate), max: number(room.maxRate) }),
      "opens-at": dayAndTime(room.opensAt),
      tickets: number(room.tickets),
      drawn: room.drawn === null ? t("panel.not-drawn") : number(room.drawn),
      waiting: number(room.tickets - room.admitted),
      admitted: number(room.admitted),
      lapsed: number(room.lapsed),
      active: number(room.active),
      "updated-at": t("panel.updated-at.ago", { when: dayAndTime(room.updatedAt), ago: duration(now() - Date.parse(room.updatedAt)) }),
    };
    for (const name of facts) setText(this.#values.get(name), words[name]);
    setText(this.#says, sentenceOf(room));
    for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.dataset.state === room.state));
    this.#history.add({ rate: admits ? rate : 0, falls: falling.includes(room.reason), reason });
    this.#announceReason(reason);
    this.#writeForm(room);
  }

  /** The state is announced at once, being a live region; a reason may come and go every second. */
  #announceReason(reason) {
    if (reason === this.#reason || performance.now() - this.#announced < announcedEvery) return;
    if (this.#reason) announce(reason);
    [this.#reason, this.#announced] = [reason, performance.now()];
  }

  /** Shows what another operator has set, unless something has been typed. */
  #writeForm(room) {
    const { minRate, maxRate, maxActive, opensAt } = this.#form.elements;
    opensAt.closest(".field").hidden = room.drawn !== null;
    if (draft(this.#draft).get() !== null) return;
    for (const [field, value] of [[minRate, room.minRate], [maxRate, room.maxRate], [maxActive, room.maxActive], [opensAt, toField(room.opensAt)]]) if (field.value !== String(value)) field.value = value;
  }

  #shownOpening(room) { return toField((room ?? { opensAt: this.#game.saleOpensAt }).opensAt); }

  async #change(state) {
    const yes = `panel.act.${state}`;
    if (confirmed.includes(state) && !await ask({ title: `panel.confirm-${state}`, detail: this.#game.title, text: `panel.confirm-${state}-text`, yes, no: "panel.confirm-no" })) return;
    this.#done.textContent = "";
    for (const button of this.#buttons) button.setAttribute("aria-disabled", "true");
    const { ok, problem } = await this.#set({ state });
    for (const button of this.#buttons) button.removeAttribute("aria-disabled");
    this.#errors.replaceChildren(...ok ? [] : [problemBox(problem)]);
  }

  #save({ minRate, maxRate, maxActive, opensAt }) {
    this.#done.textContent = "";
    // An opening that stays as it is may have seconds, which the field lacks.
    const moves = (this.#room?.drawn ?? null) === null && opensAt !== this.#shownOpening(this.#room);
    return this.#set({ minRate: Number(minRate), maxRate: Number(maxRate), maxActive: Number(maxActive), ...moves && { opensAt: fromField(opensAt) } });
  }

  /** Changes a part of the settings, also if the operator leaves the page meanwhile. The rest is read again just before: another operator may have changed it. */
  async #set(change) {
    this.#reading++;
    clearTimeout(this.#timer);
    const read = await get(this.#address), isNew = read.problem?.code === "no-waiting-room", { state, minRate, maxRate, maxActive } = read.body ?? {};
    const answer = read.ok || isNew ? await send("PUT", this.#address, { ...isNew ? { state: "open" } : { state, minRate, maxRate, maxActive }, ...change }) : read;
    if (!this.#signal.aborted) await this.look();
    return answer;
  }
}

const isAdmitting = ({ state, drawn, isSoldOut }) => drawn !== null && (state === "draining" || (state === "open" && !isSoldOut));

function sentenceOf({ state, drawn, opensAt, isSoldOut }) {
  if (drawn !== null && state === "open" && isSoldOut) return t("panel.says.sold-out");
  if (drawn !== null || state === "closed") return t(`panel.says.${state}`);
  if (Date.parse(opensAt) <= now()) return t("panel.says.draw");
  return t(state === "paused" ? "panel.says.before-paused" : "panel.says.before", { when: dayAndTime(opensAt) });
}

/** Texts that have not changed are not written: a live region would say them again. */
function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** A time as the field has it, in Korean time, and back. What the field can't mean is sent as it is, and the shop explains it. */
const toField = at => new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 16);
const fromField = text => (Number.isNaN(Date.parse(`${text}+09:00`)) ? text : new Date(`${text}+09:00`).toISOString());
