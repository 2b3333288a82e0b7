// The seat map: a canvas for each block, a tile for each seat. Seat states differ without colours: free is a dot,
// held a triangle, sold a full tile, blocked a cross.

import { formatted } from "./numbers.js";

const looks = ["free", "held", "sold", "blocked", "fresh"];
const fresh = looks.indexOf("fresh");
const size = 6;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The two bits of a seat, by its number from 1. */
const lookOf = (bytes, number) => bytes[(number - 1) >> 2] >> ((number - 1) % 4 * 2) & 3;

/** Draws one tile at a position, in device pixels. */
function tile(pen, look, x, y, side, colours) {
  pen.clearRect(x, y, side, side);
  pen.fillStyle = pen.strokeStyle = colours[look];
  const edge = Math.max(1, Math.round(side / 6)), inner = side - edge;
  if (look === 0) pen.fillRect(x + side / 3, y + side / 3, side / 3, side / 3);
  else if (look === 1) {
    pen.beginPath();
    pen.moveTo(x, y + inner);
    pen.lineTo(x + inner, y + inner);
    pen.lineTo(x, y);
    pen.fill();
  } else if (look === 3) {
    pen.lineWidth = edge;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + inner, y + inner);
    pen.moveTo(x + inner, y);
    pen.lineTo(x, y + inner);
    pen.stroke();
  } else pen.fillRect(x, y, inner, inner);
}

function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  return looks.map(look => style.getPropertyValue(`--seat-${look}`));
}

/** Draws the legend's tiles. */
export function drawLegend() {
  const colours = coloursNow(), side = 14 * devicePixelRatio;
  for (const canvas of document.querySelectorAll("canvas[data-look]")) {
    canvas.width = canvas.height = side;
    canvas.style.width = canvas.style.height = "14px";
    tile(canvas.getContext("2d"), looks.indexOf(canvas.dataset.look), 0, 0, side, colours);
  }
}

/** One block of a grade. */
class Block {
  #plan; #grade; #drawn = null; #counts = [0, 0, 0, 0];

  constructor(grade, plan) {
    this.#grade = grade;
    this.#plan = plan;
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = -1;
    this.canvas.setAttribute("role", "img");
    const name = document.createElement("span");
    name.textContent = plan.name;
    this.element = document.createElement("div");
    this.element.className = "block";
    this.element.append(name, this.canvas);
  }

  /** Its counts, in words. */
  get words() {
    const [free, held, sold, blocked] = this.#counts.map(formatted);
    return `${this.#grade.name}, block ${this.#plan.name}: ${sold} sold, ${held} held, ${free} free, ${blocked} blocked of ${formatted(this.#plan.rows * this.#plan.seatsPerRow)}`;
  }

  /** Redraws every seat next time, because the colours or the pixel ratio have changed. */
  blank() { this.#drawn = null; }

  /** Draws the seats that have changed. */
  draw(bytes, colours) {
    const { rows, seatsPerRow, firstNumber } = this.#plan, side = Math.round(size * devicePixelRatio);
    const before = this.#drawn ?? new Uint8Array(rows * seatsPerRow).fill(255), now = new Uint8Array(before.length), counts = [0, 0, 0, 0];
    if (this.#drawn === null) {
      [this.canvas.width, this.canvas.height] = [seatsPerRow * side, rows * side];
      [this.canvas.style.width, this.canvas.style.height] = [`${seatsPerRow * size}px`, `${rows * size}px`];
    }
    const pen = this.canvas.getContext("2d");
    for (let seat = 0; seat < now.length; seat++) {
      const look = lookOf(bytes, firstNumber + seat);
      counts[look]++;
      // Just sold is shown until the next poll, unless the user prefers reduced motion.
      now[seat] = look === 2 && before[seat] < 2 && !calm.matches ? fresh : look;
      if (now[seat] !== before[seat]) tile(pen, now[seat], seat % seatsPerRow * side, Math.floor(seat / seatsPerRow) * side, side, colours);
    }
    this.#drawn = now;
    this.#counts = counts;
    this.canvas.setAttribute("aria-label", this.words);
  }
}

/** All grades of a game. One block at a time is in the tab order; arrow keys move from block to block. */
export class SeatMap {
  #root; #announce; #grades = []; #at = [0, 0]; #colours = coloursNow(); #last = null;

  /** Calls `announce` with the counts of the block in focus. */
  constructor(root, announce) {
    this.#root = root;
    this.#announce = announce;
    root.addEventListener("keydown", event => this.#move(event));
    root.addEventListener("focusin", () => this.#announceFocus());
    root.addEventListener("focusout", () => this.#announce(""));
  }

  /** Builds the map: the grades of a game with their blocks. */
  build(grades) {
    this.#last = null;
    this.#at = [0, 0];
    this.#grades = grades.map(grade => ({ id: grade.gradeId, blocks: grade.blocks.map(plan => new Block(grade, plan)), line: document.createElement("p") }));
    this.#root.replaceChildren(...this.#grades.map((grade, index) => {
      const section = document.createElement("section"), heading = document.createElement("h2"), blocks = document.createElement("div");
      section.className = "grade";
      section.lang = "ko";
      heading.textContent = grades[index].name;
      grade.line.lang = "en";
      blocks.className = "blocks";
      blocks.append(...grade.blocks.map(block => block.element));
      section.append(heading, grade.line, blocks);
      return section;
    }));
    if (this.#block) this.#block.canvas.tabIndex = 0;
  }

  /** Draws the state of a game. */
  draw(game) {
    this.#last = game;
    for (const grade of game.grades) {
      const shown = this.#grades.find(one => one.id === grade.gradeId);
      if (!shown) continue;
      shown.line.textContent = `${formatted(grade.remaining)} of ${formatted(grade.capacity)} remaining, ${formatted(grade.sold)} sold, ${formatted(grade.held)} held`;
      const bytes = Uint8Array.from(atob(grade.seats), letter => letter.charCodeAt(0));
      for (const block of shown.blocks) block.draw(bytes, this.#colours);
    }
  }

  /** Redraws everything, because the colours or the pixel ratio have changed. */
  redraw() {
    this.#colours = coloursNow();
    this.#grades.forEach(grade => grade.blocks.forEach(block => block.blank()));
    if (this.#last) this.draw(this.#last);
  }

  /** Announces the counts of the block in focus again, if a block is in focus. */
  announceFocus() {
    if (this.#root.contains(document.activeElement)) this.#announceFocus();
  }

  get #block() { return this.#grades[this.#at[0]]?.blocks[this.#at[1]]; }

  #announceFocus() { if (this.#block) this.#announce(this.#block.words); }

  #move(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }, step = steps[event.key];
    if (!step || !this.#block || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const within = (value, most) => Math.min(Math.max(value, 0), most);
    this.#block.canvas.tabIndex = -1;
    const grade = within(this.#at[0] + step[0], this.#grades.length - 1);
    this.#at = [grade, within(this.#at[1] + step[1], this.#grades[grade].blocks.length - 1)];
    this.#block.canvas.tabIndex = 0;
    this.#block.canvas.focus();
    this.#block.element.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }
}
