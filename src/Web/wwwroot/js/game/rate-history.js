// The rate of a waiting room in the last minutes: a bar for each time the page has read it. Nothing stands where the page was in the background.

import { now } from "../core/api.js";
import { el, number, t, time } from "../core/dom.js";

const width = 300, height = 60, span = 5 * 60_000, barEvery = 2000, lowest = 1;

export class RateHistory {
  #points = [];
  #title = svg("title", { id: "rate-history-title" });
  #bars = svg("g", {});
  #most = el("span", { class: "quiet", "aria-hidden": "true" });
  element = el("figure", { class: "rate-history" },
    el("figcaption", {}, t("panel.history"), " ", this.#most),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-labelledby": "rate-history-title" }, this.#title, this.#bars),
    el("p", { class: "rate-axis quiet", "aria-hidden": "true" }, el("span", {}, t("panel.history.from")), el("span", {}, t("panel.history.to"))));

  /** Adds what was just read: the numbers admitted a second, whether the rate falls, and the reason in words. */
  add({ rate, falls, reason }) {
    const at = now();
    this.#points = [...this.#points.filter(point => point.at > at - span), { at, rate, falls, reason }];
    this.#draw(at);
  }

  #draw(at) {
    const rates = this.#points.map(point => point.rate), most = Math.max(...rates, lowest), bar = width * barEvery / span;
    this.#title.textContent = t("panel.history.text", { now: number(rates.at(-1)), least: number(Math.min(...rates)), most: number(Math.max(...rates)) });
    this.#most.textContent = t("panel.history.most", { most: number(Math.max(...rates)) });
    this.#bars.replaceChildren(...this.#points.map(point => {
      // A rate of nothing is a thin line, unlike a time without a reading.
      const tall = Math.max(lowest, height * point.rate / most);
      return svg("rect", { x: width - bar - (width - bar) * (at - point.at) / span, y: height - tall, width: bar, height: tall, ...point.falls && { class: "falls" } },
        svg("title", {}, t("panel.history.point", { time: time(point.at), rate: number(point.rate), reason: point.reason })));
    }));
  }
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
