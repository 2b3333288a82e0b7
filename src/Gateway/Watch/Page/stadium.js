// The seats of the watched game: the shop's seat map, and the counts of each grade and block in words.

import { el, loadTexts } from "/js/core/dom.js";
import { SeatMap } from "/js/map/map.js";
import { Seats } from "/js/map/seats.js";
import { formatted } from "./numbers.js";

/** The map and the counts of one game at a time. */
export class Stadium {
  #place; #gradeLines; #blockLines; #grades = []; #seats = null; #leave = new AbortController();

  constructor(place, gradeLines, blockLines) {
    [this.#place, this.#gradeLines, this.#blockLines] = [place, gradeLines, blockLines];
  }

  /** Shows another game: its grades with their blocks. */
  async build(grades) {
    // Of the texts only those of the map; the page itself is in English.
    await loadTexts("map", "en");
    this.#leave.abort();
    this.#leave = new AbortController();
    this.#seats = new Seats(grades);
    this.#grades = grades.map(grade => ({ id: grade.gradeId, line: el("li", { class: "grade-line" }), name: grade.name,
      blocks: grade.blocks.map(block => ({ ...block, gradeId: grade.gradeId, gradeName: grade.name, line: el("li", null) })) }));
    this.#gradeLines.replaceChildren(...this.#grades.map(grade => grade.line));
    this.#blockLines.replaceChildren(...this.#grades.flatMap(grade => grade.blocks.map(block => block.line)));
    const map = new SeatMap(grades, this.#seats, { toggle: () => {}, describe: block => this.#words(block) }, this.#leave.signal);
    this.#place.replaceChildren(map.element);
    map.start();
  }

  /** Shows the state of the game. */
  draw(game) {
    this.#seats.load(game);
    for (const { gradeId, capacity, remaining, sold, held } of game.grades) {
      const grade = this.#grades.find(one => one.id === gradeId);
      if (!grade) continue;
      write(grade.line, `${grade.name}: ${formatted(remaining)} of ${formatted(capacity)} remaining, ${formatted(sold)} sold, ${formatted(held)} held`);
      for (const block of grade.blocks) write(block.line, this.#words(block));
    }
  }

  /** The counts of a block. */
  #words(block) {
    const size = block.rows * block.seatsPerRow, counts = [0, 0, 0, 0];
    for (let seat = 0; seat < size; seat++) counts[this.#seats.stateOf(block.gradeId, block.firstNumber + seat)]++;
    const [free, held, sold, blocked] = counts.map(formatted);
    return `${block.gradeName}, block ${block.name}: ${sold} sold, ${held} held, ${free} free, ${blocked} blocked of ${formatted(size)}`;
  }
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
