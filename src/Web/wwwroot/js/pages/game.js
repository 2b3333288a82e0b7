// The page of a game: what is left, the seats as a map or a list, and what the fan has chosen of them.

import { get, send } from "../core/api.js";
import { announce, dayAndTime, el, korean, t } from "../core/dom.js";
import { draft } from "../core/drafts.js";
import { problemBox, sentence } from "../core/problems.js";
import { go, refresh, setTitle, signInAddress } from "../core/router.js";
import { known } from "../core/session.js";
import { pickSeat } from "../game/choice.js";
import { bestForm, GradeList } from "../game/grades.js";
import { passOf, readRoom } from "../game/room.js";
import { SaleLine } from "../game/sale.js";
import { loadGame, namesOf } from "../game/stadium.js";
import { Tray } from "../game/tray.js";
import { SeatList } from "../map/list.js";
import { LiveSeats } from "../map/live.js";
import { SeatMap } from "../map/map.js";
import { blocked, free, held, mine, Seats, sold } from "../map/seats.js";
import { loadStyle } from "../map/style.js";

const reasons = { held, sold, blocked };

export default {
  title: "game.title",

  async show(main, { gameId }, signal) {
    const [{ game, grades, problem }] = await Promise.all([loadGame(gameId, signal), loadStyle()]);
    if (signal.aborted) return;
    if (problem) return main.append(el("h1", {}, t("game.title")), problemBox(problem, refresh));
    setTitle(game.title);
    await new GamePage(main, game, grades, signal).start();
  },
};

class GamePage {
  #main; #game; #grades; #signal; #seats; #name; #choice; #sale; #tray; #map; #list; #view; #live = null; #busy = false; #loading = false; #held = 0;
  #messages = el("div", { class: "messages" });
  #connection = el("p", { class: "connection", role: "status" });
  #place = el("div", { class: "seat-view" });
  #room = el("div", { class: "room" });

  constructor(main, game, grades, signal) {
    [this.#main, this.#game, this.#grades, this.#signal] = [main, game, grades, signal];
    this.#seats = new Seats(grades);
    this.#name = namesOf(grades);
    this.#choice = draft(`seats-${game.id}`);
    this.#view = draft("seat-view");
  }

  async start() {
    const game = this.#game, pick = (gradeId, number) => this.#toggle(gradeId, number);
    this.#sale = new SaleLine(game, () => this.#saleChanged(), this.#signal);
    this.#tray = new Tray(this.#grades, this.#seats, this.#name, { drop: seat => this.#seats.drop(seat.gradeId, seat.number), hold: () => this.#hold(this.#seats.chosen) });
    const list = new GradeList(this.#grades, this.#seats, sums => this.#counted(sums), this.#signal);
    for (const { gradeId, number } of this.#choice.get() ?? []) if (this.#seats.stateOf(gradeId, number) === free) this.#seats.choose(gradeId, number);
    this.#seats.listen(changes => this.#seatsChanged(changes ?? []));
    this.#map = new SeatMap(this.#grades, this.#seats, { toggle: pick }, this.#signal);
    this.#list = new SeatList(this.#grades, this.#seats, pick, this.#signal);

    this.#main.append(
      el("header", { class: "game-head" }, el("h1", { lang: "ko" }, game.title),
        el("p", { class: "game-when" }, el("time", { datetime: game.startsAt }, dayAndTime(game.startsAt)), " · ", korean(game.stadium.name)), this.#sale.element,
        el("a", { class: "button other-games", href: "/" }, t("game.otherGames"))),
      el("div", { class: "game-body" },
        el("section", { class: "game-seats", "aria-labelledby": "seats-title" },
          el("div", { class: "seats-head" }, el("h2", { id: "seats-title" }, t("game.seatsTitle")), this.#switch(), this.#connection), this.#place),
        el("div", { class: "game-side" },
          el("section", { "aria-labelledby": "grades-title" }, el("h2", { id: "grades-title" }, t("game.grades")), list.element),
          el("section", { "aria-labelledby": "best-title" }, el("h2", { id: "best-title" }, t("game.best.title")), bestForm(this.#grades, game.seatsPerAccount, (gradeId, count) => this.#best(gradeId, count)))),
        el("div", { class: "dock" }, this.#room, this.#messages, this.#tray.element)));
    this.#show(this.#view.get() === "list" ? "list" : "map");
    this.#map.start();
    await Promise.all([this.#loadMine(), this.#loadRoom()]);
    this.#saleChanged();
  }

  async #loadRoom() {
    const { body } = await readRoom(this.#game.id, this.#signal);
    if (body && body.state !== "none" && !passOf(this.#game.id)) this.#room.replaceChildren(el("div", { class: "note" },
      el("p", {}, t("game.room")), el("a", { class: "button main", href: this.#waiting }, t("game.enterRoom"))));
  }

  get #waiting() { return `/games/${this.#game.id}/waiting-room`; }

  #switch() {
    const button = view => el("button", { type: "button", "data-view": view, onclick: () => this.#show(view) }, t(`game.view.${view}`));
    return el("div", { class: "view-switch", role: "group", "aria-label": t("game.view") }, button("map"), button("list"));
  }

  /** Shows the map or the list. Both are of the same seats. */
  #show(view) {
    this.#view.set(view);
    for (const button of this.#main.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    if (view === "list") this.#list.refresh();
    this.#place.replaceChildren((view === "list" ? this.#list : this.#map).element);
  }

  #saleChanged() {
    if (this.#sale.state === "open") {
      this.#live = new AbortController();
      new LiveSeats(this.#game.id, this.#grades, this.#seats, { report: state => this.#reported(state), lost: seats => this.#lost(seats) }, AbortSignal.any([this.#signal, this.#live.signal]));
    } else this.#live?.abort();
    this.#main.dataset.sale = this.#sale.state;
    this.#choiceChanged();
  }

  #reported(state) {
    this.#connection.dataset.state = state;
    this.#connection.textContent = t(`map.connection.${state}`);
  }

  #counted({ free: open, left }) {
    this.#sale.setCrowd(left === 0 ? "soldOut" : open === 0 ? "allHeld" : "");
  }

  #seatsChanged(changes) {
    this.#choiceChanged();
    // A hold of the fan has expired, or another tab has bought or released it.
    if (changes.some(({ gradeId, number }) => this.#seats.lookOf(gradeId, number) === mine && this.#seats.stateOf(gradeId, number) !== held)) this.#loadMine();
  }

  #choiceChanged() {
    this.#choice.set(this.#seats.chosen);
    this.#tray.write(this.#sale.state === "open" && !this.#busy);
  }

  #toggle(gradeId, number) {
    const seat = { gradeId, number }, { words, isProblem } = pickSeat(this.#seats, seat, this.#name(seat), { most: this.#game.seatsPerAccount, held: this.#held });
    if (isProblem) return this.#say(words);
    this.#messages.replaceChildren();
    announce(words);
  }

  #say(words, ...more) {
    this.#messages.replaceChildren(el("div", { class: "problem", role: "alert" }, el("p", {}, words), more));
  }

  async #loadMine() {
    if (known() === null || this.#loading) return;
    this.#loading = true;
    const answer = await get(`/api/games/${this.#game.id}/holds`, { guest: true });
    if (answer.ok && !this.#signal.aborted) this.#showMine(answer.body.items.flatMap(hold => hold.seats));
    this.#loading = false;
  }

  #showMine(seats) {
    this.#held = seats.length;
    this.#seats.setMine(seats);
    this.#messages.querySelector(".note")?.remove();
    if (this.#held) this.#messages.replaceChildren(el("div", { class: "note", role: "status" },
      el("p", {}, t("game.youHold", { count: this.#held })), el("a", { class: "button main", href: `/checkout/${this.#game.id}` }, t("game.toCheckout"))));
  }

  /** Seats that were chosen here and taken elsewhere: by others, or by this fan in another tab. */
  async #lost(seats) {
    await this.#loadMine();
    const others = seats.filter(seat => this.#seats.lookOf(seat.gradeId, seat.number) !== mine);
    if (others.length) this.#say(t("game.lost", { seats: others.map(this.#name).join(", ") }));
  }

  #hold(seats) {
    return this.#ask(`/api/games/${this.#game.id}/holds`, { seats });
  }

  #best(gradeId, count) {
    return this.#ask(`/api/games/${this.#game.id}/holds/best`, { gradeId, count });
  }

  /** Asks for a hold. The choice stays in the tab until there is one. */
  async #ask(path, body) {
    if (this.#busy) return;
    if (known() === null) return void go(signInAddress());
    this.#busy = true;
    this.#choiceChanged();
    const answer = await send("POST", path, body, { pass: passOf(this.#game.id) });
    this.#busy = false;
    if (this.#signal.aborted) return;
    if (answer.ok) {
      this.#choice.clear();
      return void go(`/checkout/${this.#game.id}`);
    }
    this.#choiceChanged();
    await this.#explain(answer.problem, () => this.#ask(path, body));
  }

  async #explain(problem, again) {
    if (problem.code === "waiting-room") return void go(this.#waiting);
    if (problem.code === "seat-taken") return this.#taken(problem.seats ?? []);
    if (problem.code === "not-adjacent" && problem.seats?.length) return this.#offer(problem.seats);
    if (["sale-not-open", "sale-closed"].includes(problem.code)) return this.#say(sentence(problem), el("button", { type: "button", onclick: refresh }, t("reload")));
    if (problem.code === "limit-reached") return this.#say(sentence(problem), el("a", { class: "button", href: "/tickets" }, t("game.toTickets")));
    if (problem.code !== "not-signed-in") this.#messages.replaceChildren(problemBox(problem, again));
  }

  async #taken(taken) {
    await this.#loadMine();
    this.#seats.apply(taken.map(seat => [seat.gradeId, seat.number, reasons[seat.reason] ?? sold]));
    const others = taken.filter(seat => this.#seats.lookOf(seat.gradeId, seat.number) !== mine);
    if (!others.length) return;
    this.#say(t("game.taken", { seats: others.map(seat => `${this.#name(seat)} (${t(`map.state.${seat.reason}`)})`).join(", "), left: this.#seats.chosen.length }));
    this.#map.show(others[0].gradeId, others[0].number);
  }

  #offer(seats) {
    this.#say(t("game.best.scattered", { count: seats.length }),
      el("ul", {}, seats.map(seat => el("li", {}, this.#name(seat)))),
      el("button", { type: "button", class: "main", onclick: () => this.#hold(seats) }, t("game.best.takeScattered")));
  }
}
