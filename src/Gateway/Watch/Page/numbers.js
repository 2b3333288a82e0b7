// The numbers beside the map: counters, refusals by code, and lines of the last minute.

const shown = new Intl.NumberFormat("en");
const minute = 60;

/** A whole number as people read it. */
export const told = number => shown.format(number);

/** Writes a number into the element of an id; null is a dash. */
export function write(id, number) {
  const text = number === null ? "–" : told(number);
  const element = document.getElementById(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Shows what is counted of a game. */
export function showCounts(game) {
  write("sold", game.sold);
  write("held", game.knowsHolds ? game.held : null);
  write("remaining", game.remaining);
  write("blocked", game.blocked);
  write("sold-twice", game.soldTwice);
  document.getElementById("sold-twice").closest("div").classList.toggle("wrong", game.soldTwice > 0);
}

/** Shows how often what was refused, the most frequent first. */
export function showRefusals(refusals) {
  const codes = Object.entries(refusals).sort(([one, many], [other, more]) => more - many || one.localeCompare(other));
  write("refusals-total", codes.reduce((sum, [, times]) => sum + times, 0));
  document.getElementById("refusals").replaceChildren(...codes.map(([code, times]) => {
    const item = document.createElement("li");
    item.textContent = `${code}: ${told(times)}`;
    return item;
  }));
}

/** What a count gains a second, over the last minute, as a line. */
export class Rate {
  #canvas; #most; #last = null; #rates = [];

  constructor(canvasId, mostId) {
    this.#canvas = document.getElementById(canvasId);
    this.#most = mostId;
  }

  /** Takes a count and when it was counted, in ms. Returns the rate; null while there is none. A count that fell was begun anew. */
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

  /** Forgets everything: another game is looked at. */
  clear() {
    this.#last = null;
    this.#rates = [];
    this.draw();
  }

  draw() {
    const canvas = this.#canvas, scale = devicePixelRatio;
    const width = canvas.width = Math.max(1, canvas.clientWidth * scale), height = canvas.height = Math.max(1, canvas.clientHeight * scale);
    const most = Math.max(0, ...this.#rates), pen = canvas.getContext("2d");
    write(this.#most, most);
    pen.strokeStyle = getComputedStyle(canvas).getPropertyValue("--accent");
    pen.lineWidth = 2 * scale;
    pen.beginPath();
    this.#rates.forEach((rate, index) => pen.lineTo(
      width * (index + minute - this.#rates.length) / (minute - 1), height - scale - (height - 3 * scale) * rate / Math.max(1, most)));
    pen.stroke();
    canvas.setAttribute("aria-label", `${canvas.id === "sold-line" ? "Seats sold" : "Refusals"} a second: now ${told(this.#rates.at(-1) ?? 0)}, at most ${told(most)} in the last minute`);
  }
}
