// The seats as a list: blocks of each grade, rows of a block, seats of a row. It does everything that the map does.

import { el, t } from "../core/dom.js";
import { layOut, numberOf, placeOf } from "./layout.js";
import { chosen, free, keyOf, looks } from "./seats.js";

const marks = { free: "", held: "▲", sold: "•", blocked: "×", mine: "◆", chosen: "✓" };

export class SeatList {
  #blocks; #layout; #grades; #seats; #toggle; #frame = 0;
  #counts = [];
  #buttons = new Map();
  #changed = new Set();

  /** Shows `grades` and the states in `seats` until `signal` aborts; `toggle(gradeId, number)` is called for a seat that the fan picks. */
  constructor(grades, seats, toggle, signal) {
    [this.#grades, this.#seats, this.#toggle] = [grades, seats, toggle];
    this.#layout = layOut(grades);
    this.#blocks = this.#layout.blocks;
    this.element = el("div", { class: "seat-list" });
    const stop = seats.listen(changes => this.#later(changes));
    signal.addEventListener("abort", () => {
      stop();
      cancelAnimationFrame(this.#frame);
    }, { once: true });
    this.#showBlocks();
  }

  /** Opens the row of a seat. */
  show(gradeId, number) {
    const place = placeOf(this.#layout, gradeId, number);
    if (place) this.#showBlock(place.block, place.row);
  }

  #showBlocks(focused = null) {
    this.#buttons.clear();
    this.#counts = [];
    this.element.replaceChildren(...this.#grades.map((grade, index) => el("section", { class: "list-grade" },
      el("h3", {}, el("span", { class: `grade-mark grade-${index % 5 + 1}`, "aria-hidden": "true" }), grade.name),
      el("ul", { class: "list-blocks" }, ...this.#blocks.filter(block => block.gradeIndex === index).map(block => {
        const count = el("span", { class: "list-count" });
        const button = el("button", { type: "button", class: "list-block", onclick: () => this.#showBlock(block) }, el("span", {}, t("map.blockName", { block: block.name })), count);
        this.#count(count, "map.left", () => this.#seats.freeIn(block));
        if (block === focused) queueMicrotask(() => button.focus());
        return el("li", {}, button);
      })))));
  }

  #showBlock(block, open = -1) {
    this.#buttons.clear();
    this.#counts = [];
    const heading = el("h3", { tabindex: "-1" }, `${block.gradeName} ${t("map.blockName", { block: block.name })}`);
    const rows = Array.from({ length: block.rows }, (_, row) => this.#row(block, row, row === open));
    this.element.replaceChildren(
      el("button", { type: "button", class: "list-back", onclick: () => this.#showBlocks(block) }, t("map.allBlocks")),
      heading, el("p", { class: "list-hint" }, t("map.rowsHint")), el("ol", { class: "list-rows" }, ...rows));
    heading.focus();
  }

  #row(block, row, open) {
    const count = el("span", { class: "list-count" }), seats = el("ul", { class: "list-seats", "aria-label": t("map.rowName", { row: row + 1 }) });
    const details = el("details", {}, el("summary", {}, t("map.rowName", { row: row + 1 }), " ", count), seats);
    const inRow = Array.from({ length: block.seatsPerRow }, (_, column) => numberOf(block, row, column));
    this.#count(count, "map.left", () => inRow.filter(number => [free, chosen].includes(this.#seats.lookOf(block.gradeId, number))).length);
    const fill = () => {
      if (details.open && !seats.childElementCount) seats.append(...inRow.map((number, column) => el("li", {}, this.#seat(block, number, column))));
    };
    details.addEventListener("toggle", fill);
    if (open) {
      details.open = true;
      fill();
    }
    return el("li", {}, details);
  }

  #seat(block, number, column) {
    const button = el("button", { type: "button", class: "list-seat", onclick: () => this.#toggle(block.gradeId, number) });
    this.#buttons.set(keyOf(block.gradeId, number), () => {
      const look = looks[this.#seats.lookOf(block.gradeId, number)], taken = look !== "free" && look !== "chosen";
      button.dataset.look = look;
      button.setAttribute("aria-pressed", String(look === "chosen" || look === "mine"));
      button.setAttribute("aria-disabled", String(taken));
      button.replaceChildren(...marks[look] ? [el("span", { "aria-hidden": "true" }, marks[look])] : [],
        el("span", null, String(column + 1), el("span", { class: "unseen" }, t("map.listState", { state: t(`map.state.${look}`) }))));
    });
    this.#buttons.get(keyOf(block.gradeId, number))();
    return button;
  }

  /** Keeps a text with a number current. */
  #count(element, text, number) {
    const write = () => {
      const words = t(text, { count: number() });
      if (element.textContent !== words) element.textContent = words;
    };
    this.#counts.push(write);
    write();
  }

  /** Many changes within a frame are written at once. */
  #later(changes) {
    for (const change of changes ?? []) this.#changed.add(keyOf(change.gradeId, change.number));
    if (changes === null) for (const key of this.#buttons.keys()) this.#changed.add(key);
    if (!this.element.isConnected || this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      for (const key of this.#changed) this.#buttons.get(key)?.();
      this.#changed.clear();
      for (const write of this.#counts) write();
    });
  }

  /** Writes what has changed while the list was out of the page. */
  refresh() {
    for (const write of [...this.#buttons.values(), ...this.#counts]) write();
    this.#changed.clear();
  }
}
