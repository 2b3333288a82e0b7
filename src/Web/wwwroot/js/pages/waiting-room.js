// The waiting room of a game: the fan's place, how long it may take, and on to the seats when the number is up. What is shown follows from the ticket and one public document; it is read less
// often the farther away the turn is, and once by each fan at a random time soon after the opening.

import { get, now } from "../core/api.js";
import { announce, duration, el, number, t } from "../core/dom.js";
import { problemBox } from "../core/problems.js";
import { go, refresh, signInAddress } from "../core/router.js";
import { known } from "../core/session.js";
import { drawnNumber, dropTicket, exchange, readRoom, takeTicket } from "../game/room.js";

const second = 1000, shortest = second, longest = 20 * second, looksOnTheWay = 10, spread = 0.3, firstLook = second, firstLooks = 4 * second, announcedEvery = 60 * second, low = 0.7, high = 1.5;

export default {
  title: "waiting.title",

  async show(main, { gameId }, signal) {
    if (known() === null) return void go(signInAddress(), { replace: true });
    const { body: game, problem } = await get(`/api/games/${gameId}`, { signal });
    if (signal.aborted) return;
    if (problem) return main.append(el("h1", {}, t("waiting.title")), problemBox(problem, refresh));
    await new WaitingPage(main, game, signal).look();
  },
};

/** A pause that differs for each fan, so that those who came together do not ask together. */
const varied = pause => pause * (1 - spread + 2 * spread * Math.random());

class WaitingPage {
  #game; #signal; #room = null; #ticket = null; #timer = 0; #looking = false; #announced = -announcedEvery; #said = "";
  #place = el("p", { class: "waiting-place" });
  #time = el("p", { class: "waiting-time" });
  #state = el("p", { class: "waiting-state", role: "status" });
  #messages = el("div", { class: "messages" });

  constructor(main, game, signal) {
    [this.#game, this.#signal] = [game, signal];
    main.append(el("h1", {}, t("waiting.title")), el("p", { lang: "ko" }, game.title), this.#place, this.#time, this.#state, this.#messages,
      el("p", {}, t("waiting.next")), el("p", {}, el("a", { href: `/games/${game.id}` }, t("waiting.map"))));
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    addEventListener("online", () => this.look(), { signal });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.look(); }, { signal });
  }

  /** Reads the room, shows it, and looks again later. */
  async look() {
    if (this.#looking) return;
    this.#looking = true;
    clearTimeout(this.#timer);
    let pause = varied(longest);
    try {
      pause = await this.#look();
    } finally {
      this.#looking = false;
    }
    if (!this.#signal.aborted) this.#timer = setTimeout(() => this.look(), pause);
  }

  /** Returns the milliseconds until the next look. */
  async #look() {
    const [room, ticket] = [await readRoom(this.#game.id, this.#signal), await takeTicket(this.#game.id, this.#signal)];
    if (this.#signal.aborted) return longest;
    if (room.body?.state === "none" || ticket.problem?.code === "no-waiting-room") return this.#leave();
    if (!room.ok || !ticket.ok) return this.#explain(room.problem ?? ticket.problem);
    this.#messages.replaceChildren();
    // Another gateway may have an older copy: the place must not grow.
    if (this.#room) room.body.admitted = Math.max(room.body.admitted, this.#room.admitted);
    [this.#room, this.#ticket] = [room.body, ticket.body];
    await this.#findNumber();
    if (this.#signal.aborted) return longest;
    this.#write();
    return this.#ahead === -1 ? this.#enter() : this.#pause();
  }

  /** How many are ahead; -1 when the number is up, null before the draw. */
  get #ahead() {
    const { number: own } = this.#ticket;
    return own === null ? null : own < this.#room.admitted ? -1 : own - this.#room.admitted;
  }

  async #findNumber() {
    if (this.#ticket.number !== null || this.#room.seed === null) return;
    const { index } = this.#ticket, { drawn, seed } = this.#room;
    this.#ticket.number = index < drawn ? await drawnNumber(seed, drawn, index) : index;
  }

  #pause() {
    const [usual, opensIn] = [varied(longest), Date.parse(this.#game.saleOpensAt) - now()];
    if (this.#ahead === null && opensIn > 0) return usual < opensIn ? usual : opensIn + firstLook + firstLooks * Math.random();
    // A fan who came right after the opening has a number, while the document may still be from before it.
    if (["before", "draw"].includes(this.#room.state)) return varied(shortest);
    return this.#room.rate ? varied(Math.min(longest, Math.max(shortest, this.#ahead / this.#room.rate * second / looksOnTheWay))) : usual;
  }

  #write() {
    const { state, rate } = this.#room, ahead = this.#ahead;
    this.#place.textContent = ahead === null ? "" : ahead === -1 ? t("waiting.turn") : t("waiting.ahead", { ahead: number(ahead) });
    this.#time.textContent = ahead > 0 && rate ? t("waiting.time", { from: duration(ahead / rate * low * second), to: duration(ahead / rate * high * second) }) : "";
    const words = { before: t("waiting.before"), draw: t("waiting.draw"), paused: t("waiting.paused"), soldOut: t("waiting.sold-out") }[state] ?? "";
    if (words !== this.#said) this.#state.textContent = this.#said = words;
    if (ahead !== null && performance.now() - this.#announced >= announcedEvery) {
      this.#announced = performance.now();
      announce([this.#place.textContent, this.#time.textContent].join(" "));
    }
  }

  async #enter() {
    const answer = await exchange(this.#game.id, this.#signal);
    if (this.#signal.aborted) return longest;
    if (answer.ok || answer.problem.code === "no-waiting-room") return this.#leave();
    if (answer.problem.code === "not-admitted-yet") return varied(shortest);
    if (["number-lapsed", "no-such-ticket"].includes(answer.problem.code)) dropTicket(this.#game.id);
    return this.#explain(answer.problem);
  }

  #leave() {
    go(`/games/${this.#game.id}`, { replace: true });
    return longest;
  }

  #explain(problem) {
    if (problem.code !== "not-signed-in") this.#messages.replaceChildren(problemBox(problem));
    return varied(shortest * 3);
  }
}
