// The seats that the fan has chosen, their sum, and the button that holds them.

import { el, money, t } from "../core/dom.js";
import { priceOf } from "./stadium.js";

export class Tray {
  #grades; #seats; #name; #drop;
  #list = el("ul", { class: "tray-seats" });
  #sum = el("p", { class: "tray-sum", "aria-live": "polite" });

  /** `drop(seat)` takes a seat out, `hold()` holds all of them. */
  constructor(grades, seats, name, { drop, hold }) {
    [this.#grades, this.#seats, this.#name, this.#drop] = [grades, seats, name, drop];
    this.button = el("button", { type: "button", class: "main", id: "hold", onclick: hold }, t("game.hold"));
    this.element = el("section", { class: "tray", "aria-labelledby": "tray-title" },
      el("h2", { id: "tray-title" }, t("game.chosen")), this.#list, el("div", { class: "tray-foot" }, this.#sum, this.button));
    this.write(false);
  }

  /** Shows the seats chosen now. `canHold` is false while the sale is not open or a request is on its way. */
  write(canHold) {
    const chosen = this.#seats.chosen, total = chosen.reduce((sum, seat) => sum + priceOf(this.#grades, seat.gradeId), 0);
    this.#list.replaceChildren(...chosen.map(seat => el("li", {}, el("span", {}, this.#name(seat)),
      el("button", { type: "button", class: "tray-drop", "aria-label": t("game.drop", { seat: this.#name(seat) }), onclick: () => this.#remove(seat) }, "×"))));
    const words = chosen.length ? t("game.sum", { count: chosen.length, total: money(total) }) : t("game.nothingChosen");
    if (this.#sum.textContent !== words) this.#sum.textContent = words;
    this.element.dataset.empty = String(!chosen.length);
    this.button.disabled = !canHold || !chosen.length;
  }

  #remove(seat) {
    this.#drop(seat);
    (this.#list.querySelector("button") ?? this.element.querySelector("h2")).focus();
  }
}
