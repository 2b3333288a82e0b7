// The checkout of a game: the fan's holds with their deadlines; to reserve, renew or release.

import { get, send } from "../core/api.js";
import { dayAndTime, el, korean, t } from "../core/dom.js";
import { draft } from "../core/drafts.js";
import { problemBox, sentence } from "../core/problems.js";
import { go, refresh } from "../core/router.js";
import { HoldCard } from "../game/hold.js";
import { reserve, unanswered } from "../game/purchase.js";
import { loadGame, namesOf } from "../game/stadium.js";
import { loadStyle } from "../map/style.js";

/** After these the hold is gone, and other seats or the tickets are the way on. */
const gone = new Set(["hold-expired", "no-such-hold"]);

export default {
  title: "checkout.title",

  async show(main, { gameId }, signal) {
    const [{ game, grades, problem }, holds] = await Promise.all([loadGame(gameId, signal), get(`/api/games/${gameId}/holds`, { signal }), loadStyle()]);
    if (signal.aborted) return;
    const failed = problem ?? holds.problem;
    if (failed) return void (failed.code !== "not-signed-in" && main.append(el("h1", {}, t("checkout.title")), problemBox(failed, refresh)));
    new CheckoutPage(main, game, namesOf(grades), signal).start(holds.body.items);
  },
};

class CheckoutPage {
  #game; #name; #signal; #cards = new Map();
  #messages = el("div", { class: "messages" });
  #list = el("div", { class: "holds" });

  constructor(main, game, name, signal) {
    [this.#game, this.#name, this.#signal] = [game, name, signal];
    main.append(
      el("h1", {}, t("checkout.title")),
      el("p", { class: "checkout-game" }, korean(game.title), " · ", el("time", { datetime: game.startsAt }, dayAndTime(game.startsAt)), " · ", korean(game.stadium.name)),
      this.#messages, this.#list);
  }

  start(holds) {
    this.#list.replaceChildren(...holds.map(hold => this.#card(hold).element));
    this.#writeEmpty();
    addEventListener("online", () => this.#goOn(), { signal: this.#signal });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#refresh(); }, { signal: this.#signal });
    this.#goOn();
  }

  #card(hold) {
    const card = new HoldCard(hold, this.#name, {
      reserve: one => this.#reserve(one.holdId), renew: one => this.#renew(one), release: one => this.#release(one), expired: one => this.#expired(one),
    }, this.#signal);
    this.#cards.set(hold.holdId, card);
    return card;
  }

  /** Another tab may have changed the holds. */
  async #refresh() {
    if (unanswered(this.#game.id)) return;
    const answer = await get(`/api/games/${this.#game.id}/holds`);
    if (!answer.ok || this.#signal.aborted) return;
    const now = new Map(answer.body.items.map(hold => [hold.holdId, hold]));
    for (const [id, card] of this.#cards) {
      if (now.has(id)) card.renew(now.get(id).expiresAt);
      else this.#remove(id);
    }
    for (const [id, hold] of now) if (!this.#cards.has(id)) this.#list.append(this.#card(hold).element);
    this.#writeEmpty();
  }

  /** A purchase that was begun before a reload, a sign-in or a lost connection is finished first. */
  #goOn() {
    const holdId = unanswered(this.#game.id);
    if (holdId) this.#reserve(holdId);
  }

  async #reserve(holdId) {
    const card = this.#cards.get(holdId);
    this.#setBusy(true);
    this.#messages.replaceChildren();
    const answer = await reserve(this.#game.id, holdId);
    if (this.#signal.aborted) return;
    if (answer.ok) return void go(`/tickets/${answer.body.reservationId}`, { replace: true });
    this.#setBusy(false);
    const { problem } = answer;
    if (gone.has(problem.code)) return this.#expired(card?.hold ?? { holdId, seats: [] });
    if (problem.code === "limit-reached") return this.#say(t("checkout.limitReached"), this.#link("/tickets", "game.toTickets"));
    if (problem.code === "not-signed-in") return;
    const words = unanswered(this.#game.id) ? `${sentence(problem)} ${t("checkout.safeToRepeat")}` : sentence(problem);
    this.#say(words, el("button", { type: "button", class: "main", onclick: () => this.#reserve(holdId) }, t("checkout.again")));
  }

  async #renew(hold) {
    const answer = await this.#change("POST", hold, "/renewals");
    if (answer.ok) {
      this.#cards.get(hold.holdId)?.renew(answer.body.expiresAt);
      return this.#tell(t("checkout.renewed"));
    }
    if (gone.has(answer.problem.code)) return this.#expired(hold);
    this.#explain(answer.problem, () => this.#renew(hold));
  }

  async #release(hold) {
    const answer = await this.#change("DELETE", hold, "");
    if (!answer.ok && !gone.has(answer.problem.code)) return this.#explain(answer.problem, () => this.#release(hold));
    this.#remove(hold.holdId);
    this.#writeEmpty();
    this.#tell(t("checkout.released"));
  }

  async #change(method, hold, path) {
    this.#setBusy(true);
    this.#messages.replaceChildren();
    const answer = await send(method, `/api/games/${this.#game.id}/holds/${hold.holdId}${path}`);
    this.#setBusy(false);
    return answer;
  }

  /** The seats may still be free: the fan can choose them again with one click. */
  #expired(hold) {
    this.#remove(hold.holdId);
    this.#writeEmpty();
    const again = el("button", { type: "button", class: "main", onclick: () => {
      draft(`seats-${this.#game.id}`).set(hold.seats.map(({ gradeId, number }) => ({ gradeId, number })));
      go(`/games/${this.#game.id}`);
    } }, t("checkout.chooseAgain"));
    this.#say(t("checkout.expired"), hold.seats.length ? again : this.#link(`/games/${this.#game.id}`, "checkout.toGame"), this.#link("/tickets", "game.toTickets"));
  }

  #remove(holdId) {
    this.#cards.get(holdId)?.stop();
    this.#cards.get(holdId)?.element.remove();
    this.#cards.delete(holdId);
  }

  #setBusy(busy) {
    for (const card of this.#cards.values()) card.setBusy(busy);
    this.#list.setAttribute("aria-busy", String(busy));
  }

  #writeEmpty() {
    this.#list.querySelector(".empty")?.remove();
    if (!this.#cards.size) this.#list.append(el("div", { class: "empty" }, el("p", {}, t("checkout.empty")), this.#link(`/games/${this.#game.id}`, "checkout.toGame")));
  }

  #link(address, text) { return el("a", { class: "button", href: address }, t(text)); }

  #explain(problem, again) {
    if (problem.code === "renewal-limit") return this.#say(t("checkout.renewalLimit"));
    if (problem.code !== "not-signed-in") this.#messages.replaceChildren(problemBox(problem, again));
  }

  #tell(words) { this.#messages.replaceChildren(el("p", { class: "note", role: "status" }, words)); }

  #say(words, ...more) { this.#messages.replaceChildren(el("div", { class: "problem", role: "alert" }, el("p", {}, words), more)); }
}
