// A hold at the checkout: its seats and prices, the time left, and what can be done with it.

import { now } from "../core/api.js";
import { announce, duration, el, money, t } from "../core/dom.js";

const second = 1000, lastMinute = 60 * second;

export class HoldCard {
  #hold; #timer = 0; #expired; #warned = false; #busy = false;
  #clock = el("strong", { class: "hold-clock", role: "timer" });
  #buttons;

  /** `acts` are reserve, renew, release and expired, each called with the hold. */
  constructor(hold, name, acts, signal) {
    [this.#hold, this.#expired] = [hold, acts.expired];
    const total = hold.seats.reduce((sum, seat) => sum + seat.price, 0), title = `hold-${hold.holdId}`;
    const button = (text, look, act) => el("button", { type: "button", class: look, onclick: () => act(this.#hold) }, t(text));
    this.#buttons = [button("checkout.reserve", "main", acts.reserve), button("checkout.renew", null, acts.renew), button("checkout.release", "plain", acts.release)];
    this.element = el("section", { class: "hold", "aria-labelledby": title },
      el("div", { class: "hold-head" }, el("h2", { id: title }, t("checkout.seats", { count: hold.seats.length })), el("p", { class: "hold-left" }, t("checkout.timeLeft"), " ", this.#clock)),
      el("ul", { class: "hold-seats" }, hold.seats.map(seat => el("li", {}, el("span", {}, name(seat)), el("span", { class: "price" }, money(seat.price))))),
      el("p", { class: "hold-total" }, el("span", {}, t("checkout.total")), el("strong", {}, money(total))),
      el("div", { class: "hold-acts" }, this.#buttons));
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    this.#tick();
  }

  get hold() { return this.#hold; }

  /** Sets a later deadline. */
  renew(expiresAt) {
    this.#hold = { ...this.#hold, expiresAt };
    this.#warned = false;
    clearTimeout(this.#timer);
    this.#tick();
  }

  /** While a request is on its way nothing else can be started. */
  setBusy(busy) {
    this.#busy = busy;
    for (const button of this.#buttons) button.disabled = busy;
    this.#buttons[0].textContent = t(busy ? "checkout.reserving" : "checkout.reserve");
  }

  stop() { clearTimeout(this.#timer); }

  #tick() {
    const left = Date.parse(this.#hold.expiresAt) - now();
    this.#clock.textContent = duration(left);
    this.#clock.classList.toggle("soon", left < lastMinute);
    if (left <= 0 && !this.#busy) return this.#expired(this.#hold);
    if (left <= lastMinute && left > 0 && !this.#warned) {
      this.#warned = true;
      announce(t("checkout.lastMinute"));
    }
    this.#timer = setTimeout(() => this.#tick(), Math.max(100, left % second || second));
  }
}
