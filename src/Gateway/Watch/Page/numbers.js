// The numbers beside the map: counters, errors by code, and line charts of the last minute.

const shown = new Intl.NumberFormat("en");
const minute = 60;

/** A whole number with group separators. */
export const formatted = number => shown.format(number);

/** Writes a number into the element with an id; a dash for null. */
export function write(id, number) {
  const text = number === null ? "–" : formatted(number);
  const element = document.getElementById(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the counts of a game. */
export function showCounts(game) {
  write("sold", game.sold);
  write("held", game.knowsHolds ? game.held : null);
  write("remaining", game.remaining);
  write("blocked", game.blocked);
  write("sold-twice", game.soldTwice);
  document.getElementById("sold-twice").closest("div").classList.toggle("wrong", game.soldTwice > 0);
}

/** Shows the number of error responses by code, the most frequent first. */
export function showErrors(errors) {
  const codes = Object.entries(errors).sort(([one, many], [other, more]) => more - many || one.localeCompare(other));
  write("errors-total", codes.reduce((sum, [, times]) => sum + times, 0));
  document.getElementById("errors").replaceChildren(...codes.map(([code, times]) => {
    const item = document.createElement("li");
    item.textContent = `${code}: ${formatted(times)}`;
    return item;
  }));
}

/** The increase of a count per second, over the last minute, as a line chart. */
export class Rate {
  #canvas; #peakId; #last = null; #rates = [];

  constructor(canvasId, peakId) {
    this.#canvas = document.getElementById(canvasId);
    this.#peakId = peakId;
  }

  /** Adds a count and its time in ms. Returns the rate; null while there is none. A count that decreased has restarted at zero. */
  add(count, milliseconds) {
    const last = this.#last;
    if (last !== null && milliseconds <= last.milliseconds) return this.#rates.at(-1) ?? null;
    this.#last = { count, milliseconds };
    if (last === null) return null;
    const rate = Math.round(Math.max(0, count - last.count) * 1000 / (milliseconds - last.milliseconds));
    this.#rates = [...this.#rates, rate].slice(-minute);
    this.draw();
    return rate;
  }

  /** Removes all rates, because another game is shown. */
  clear() {
    this.#last = null;
    this.#rates = [];
    this.draw();
  }

  draw() {
    const canvas = this.#canvas, scale = devicePixelRatio;
    const width = canvas.width = Math.max(1, canvas.clientWidth * scale), height = canvas.height = Math.max(1, canvas.clientHeight * scale);
    const most = Math.max(0, ...this.#rates), pen = canvas.getContext("2d");
    write(this.#peakId, most);
    pen.strokeStyle = getComputedStyle(canvas).getPropertyValue("--accent");
    pen.lineWidth = 2 * scale;
    pen.beginPath();
    this.#rates.forEach((rate, index) => pen.lineTo(
      width * (index + minute - this.#rates.length) / (minute - 1), height - scale - (height - 3 * scale) * rate / Math.max(1, most)));
    pen.stroke();
    canvas.setAttribute("aria-label", `${canvas.id === "sold-line" ? "Seats sold" : "Errors"} a second: now ${formatted(this.#rates.at(-1) ?? 0)}, peak ${formatted(most)} in the last minute`);
  }
}
