// The state of a game's sale by the shop's clock, and the page's line about it.

import { now } from "../core/api.js";
import { dayAndTime, duration, el, t } from "../core/dom.js";

const second = 1000;

/** before, open or closed. */
export function saleState(game, at = now()) {
  return at < Date.parse(game.saleOpensAt) ? "before" : at >= Date.parse(game.saleClosesAt) ? "closed" : "open";
}

/** A line that counts down to the opening; `changed(state)` is called when the sale opens or closes while the page is open. */
export class SaleLine {
  #game; #changed; #state; #timer = 0; #crowd = "";
  #text = el("strong", { class: "sale-state" });
  #countdown = el("span", { class: "sale-countdown", role: "timer" });
  element = el("p", { class: "sale", role: "status" }, this.#text, " ", this.#countdown);

  constructor(game, changed, signal) {
    [this.#game, this.#changed, this.#state] = [game, changed, saleState(game)];
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    this.#tick();
  }

  get state() { return this.#state; }

  /** Says whether seats are left: "", soldOut or allHeld. */
  setCrowd(crowd) {
    if (this.#crowd === crowd) return;
    this.#crowd = crowd;
    this.#write();
  }

  #tick() {
    const state = saleState(this.#game);
    if (state !== this.#state) {
      this.#state = state;
      this.#changed(state);
    }
    this.#write();
    this.#timer = setTimeout(() => this.#tick(), second - now() % second);
  }

  #write() {
    const shown = this.#state === "open" && this.#crowd ? this.#crowd : this.#state;
    const words = t(`game.sale.${shown}`, { opens: dayAndTime(this.#game.saleOpensAt), closes: dayAndTime(this.#game.saleClosesAt) });
    if (this.#text.textContent !== words) this.#text.textContent = words;
    this.element.dataset.state = shown;
    this.#countdown.textContent = this.#state === "before" ? t("game.sale.countdown", { time: duration(Date.parse(this.#game.saleOpensAt) - now()) }) : "";
  }
}
