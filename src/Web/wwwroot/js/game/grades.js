// The grades of a game with price and what is left, and the form for seats that the shop picks.

import { el, korean, money, number, t } from "../core/dom.js";
import { free } from "../map/seats.js";

const writeEvery = 300, mostInHold = 8;

/** The list of grades. What is left is counted from the seats as soon as they are known. */
export class GradeList {
  #grades; #seats; #timer = 0; #left = new Map();

  /** `counted({ free, left })` is called with the sums whenever they have been counted. */
  constructor(grades, seats, counted, signal) {
    [this.#grades, this.#seats] = [grades, seats];
    this.element = el("ul", { class: "grades" }, grades.map((grade, index) => {
      const left = el("span", { class: "grade-left" });
      this.#left.set(grade.gradeId, left);
      return el("li", { class: "grade" }, el("span", { class: `grade-mark grade-${index % 5 + 1}`, "aria-hidden": "true" }),
        el("span", { class: "grade-name" }, korean(grade.name)), el("span", { class: "grade-price" }, money(grade.price)), left);
    }));
    const write = () => {
      this.#timer = 0;
      counted(this.#write());
    };
    const stop = seats.listen(() => { this.#timer ||= setTimeout(write, writeEvery); });
    signal.addEventListener("abort", () => {
      stop();
      clearTimeout(this.#timer);
    }, { once: true });
    write();
  }

  #write() {
    const sums = { free: 0, left: 0 };
    for (const { gradeId, capacity, remaining } of this.#grades) {
      const count = this.#seats.loaded ? this.#seats.count(gradeId, free) : remaining;
      sums.free += count;
      sums.left += this.#seats.loaded ? capacity - this.#seats.count(gradeId, 2) - this.#seats.count(gradeId, 3) : remaining;
      const shown = this.#left.get(gradeId), words = count ? t("map.left", { count: number(count) }) : t("game.gradeGone");
      if (shown.textContent !== words) shown.textContent = words;
      shown.classList.toggle("gone", !count);
    }
    return sums;
  }
}

/** The form for the best seats: `pick(gradeId, count)`. */
export function bestForm(grades, most, pick) {
  const grade = el("select", { id: "best-grade" }, grades.map(one => el("option", { value: one.gradeId, lang: "ko" }, `${one.name} ${money(one.price)}`)));
  const count = el("select", { id: "best-count" }, Array.from({ length: Math.min(most, mostInHold) }, (_, index) => el("option", { value: index + 1 }, t("game.seats", { count: index + 1 }))));
  count.value = String(Math.min(2, most));
  const button = el("button", { type: "submit" }, t("game.best.submit"));
  return el("form", { class: "best", onsubmit: event => {
    event.preventDefault();
    pick(Number(grade.value), Number(count.value));
  } }, el("div", { class: "field" }, el("label", { for: "best-grade" }, t("game.best.grade")), grade),
  el("div", { class: "field" }, el("label", { for: "best-count" }, t("game.best.count")), count), button);
}
