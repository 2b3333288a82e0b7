// The seat map: a canvas with the stadium in it, and words for what the cursor or the pointer is on.

import { el, t } from "../core/dom.js";
import { Camera } from "./camera.js";
import { entrance, listenToKeys, moved } from "./keys.js";
import { hit, inStadium, layOut, numberOf, placeOf } from "./layout.js";
import { Painter } from "./paint.js";
import { listenToPointer } from "./pointer.js";
import { chosen, free, looks } from "./seats.js";
import { legendPicture } from "./shapes.js";
import { mapTools } from "./tools.js";

const settleTime = 90;
/** Changes in the block under the cursor are announced at most this often. */
const sayBlockEvery = 3000;
/** In seats. */
const nearBlock = 4;

export class SeatMap {
  #layout; #seats; #camera; #painter; #canvas; #status; #hover; #legend; #toggle; #describe; #signal;
  #cursor = null;
  #focused = false;
  #frame = 0;
  #settle = 0;
  #saying = 0;
  #whole = true;
  #straighten = false;
  #changes = [];
  #box = [0, 0];

  /**
   * Draws `grades` (each as the shop returns it, with blocks) and the states in `seats` until `signal` aborts.
   * `toggle(gradeId, number)` is called for a seat that the user picks, whatever its state; `describe(block)` may say more of a block than the number of free seats.
   */
  constructor(grades, seats, { toggle, describe }, signal) {
    this.#layout = layOut(grades);
    [this.#seats, this.#toggle, this.#signal] = [seats, toggle, signal];
    this.#describe = describe ?? (block => t("map.block", { block: block.name, grade: block.gradeName, count: seats.freeIn(block) }));
    this.#camera = new Camera(() => this.#moved());
    this.#canvas = el("canvas", { class: "map-canvas", tabindex: "0", role: "application", "aria-label": t("map.label"), "aria-describedby": "map-keys" });
    this.#status = el("p", { class: "map-status", "aria-live": "polite" });
    this.#hover = el("p", { class: "map-hover", "aria-hidden": "true" });
    this.#legend = el("ul", { class: "map-legend", "aria-label": t("map.legend") });
    this.element = el("div", { class: "seat-map" },
      el("div", { class: "map-frame" }, this.#canvas,
        mapTools({ zoom: factor => this.#zoom(factor), overview: () => this.overview() }), this.#hover),
      this.#status, this.#legend, el("p", { class: "map-keys", id: "map-keys" }, t("map.keys")));
  }

  /** Draws for the first time, and from then on whatever changes. Call it when the element is in the page. */
  start() {
    this.#size();
    this.#painter = new Painter(this.#canvas, this.#layout, this.#seats, this.#camera);
    this.#drawLegend();
    this.#draw(false);
    const signal = this.#signal, resized = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width && this.#box.join() !== this.#boxNow().join()) this.#refresh();
    });
    resized.observe(this.#canvas);
    const stop = this.#seats.listen(changes => this.#changed(changes));
    const remove = () => {
      resized.disconnect();
      stop();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#settle);
      clearTimeout(this.#saying);
    };
    signal.addEventListener("abort", remove, { once: true });
    for (const media of ["(prefers-color-scheme: dark)", "(forced-colors: active)", `(resolution: ${devicePixelRatio}dppx)`])
      matchMedia(media).addEventListener("change", () => this.#refresh(), { signal });
    this.#canvas.addEventListener("focus", () => this.#focus(this.#canvas.matches(":focus-visible")), { signal });
    this.#canvas.addEventListener("blur", () => this.#focus(false), { signal });
    listenToPointer(this.#canvas, {
      tap: point => this.#tap(point), pan: (dx, dy) => { if (!this.#camera.isOverview) this.#camera.pan(dx, dy); },
      zoom: (factor, x, y) => this.#zoom(factor, x, y), hover: point => this.#hovered(point), end: () => this.#gestureEnded(),
    }, signal);
    listenToKeys(this.#canvas, { move: step => this.#move(step), act: () => this.#act(), zoom: factor => this.#zoom(factor), leave: () => this.overview() }, signal);
  }

  /** Shows the whole stadium. Returns false where it is shown already. */
  overview() {
    if (this.#camera.endsInOverview) return false;
    if (this.#cursor) this.#cursor = { block: this.#cursor.block };
    this.#camera.overview();
    this.#say();
  }

  /** Shows a seat in its block. */
  show(gradeId, number) {
    const place = placeOf(this.#layout, gradeId, number);
    if (!place) return;
    this.#cursor = place;
    this.#camera.showBlock(place.block, inStadium(place.block, place.column + 0.5, place.row + 0.5));
  }

  /** A seat in words: block, row, number, grade, state. */
  words({ block, row, column }) {
    const number = numberOf(block, row, column);
    return t("map.seat", { block: block.name, row: row + 1, seat: column + 1, grade: block.gradeName, state: t(`map.state.${looks[this.#seats.lookOf(block.gradeId, number)]}`) });
  }

  #drawLegend() {
    this.#legend.replaceChildren(...looks.map((look, index) => el("li", {}, legendPicture(index, this.#painter.colours), t(`map.state.${look}`))));
  }

  #size() {
    const [width, height] = this.#box = this.#boxNow();
    this.#camera.fit(this.#layout, Math.max(1, width), Math.max(1, height));
  }

  /** Without the border: a border around an element as large as its bitmap would shift pointers. */
  #boxNow() { return [this.#canvas.clientWidth, this.#canvas.clientHeight]; }

  #refresh() {
    if (this.#signal.aborted) return;
    this.#size();
    this.#painter.refresh();
    this.#drawLegend();
    this.#draw(false);
  }

  #moved() {
    this.#canvas.dataset.zoomed = String(!this.#camera.isOverview);
    this.#whole = true;
    this.#soon();
    this.#settleSoon();
  }

  #settleSoon() {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => {
      this.#draw(false);
      if (this.#straighten) this.#straightenView();
    }, settleTime);
  }

  #gestureEnded() {
    this.#straighten = true;
    this.#settleSoon();
  }

  /** After a gesture among seats, the block in the middle is upright, with its name and its rows' numbers. */
  #straightenView() {
    this.#straighten = false;
    const middle = this.#camera.showsSeats && this.#hit({ x: this.#camera.x, y: this.#camera.y });
    if (middle) this.#camera.straighten(middle.block);
  }

  #changed(changes) {
    if (changes === null) {
      this.#painter.forget();
      this.#whole = true;
    } else this.#changes.push(...changes);
    this.#soon();
    const at = this.#cursor;
    if (at?.row !== undefined && changes?.some(seat => seat.gradeId === at.block.gradeId && seat.number === numberOf(at.block, at.row, at.column))) this.#say();
    if (at && at.row === undefined) this.#saying ||= setTimeout(() => {
      this.#saying = 0;
      this.#say();
    }, sayBlockEvery);
  }

  #soon() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw(this.#whole));
  }

  /** Draws the view if any of it has moved, else the seats that have changed. */
  #draw(moving) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#painter) return;
    const changes = this.#changes.splice(0), cursor = this.#focused ? this.#cursor : null;
    if (changes.length) this.#painter.changes(changes, cursor);
    if (this.#whole || !changes.length) this.#painter.view(cursor, moving);
    this.#whole = false;
  }

  #redraw() {
    this.#whole = true;
    this.#soon();
  }

  #focus(focused) {
    this.#focused = focused;
    if (focused) {
      this.#cursor ??= { block: this.#layout.blocks[0] };
      if (!this.#camera.showsSeats) this.#cursor = { block: this.#cursor.block };
      this.#say();
    }
    this.#redraw();
  }

  #say() {
    const at = this.#cursor;
    if (!at || !this.#focused) return;
    const words = at.row === undefined ? this.#describe(at.block) : this.words(at);
    if (this.#status.textContent !== words) this.#status.textContent = words;
  }

  #zoom(factor, x, y) {
    if (factor < 1 && this.#camera.isOverview) return false;
    this.#camera.zoom(factor, x, y);
    if (this.#cursor && !this.#camera.showsSeats) this.#cursor = { block: this.#cursor.block };
  }

  #tap(point) {
    const at = this.#camera.toStadium(point.x, point.y), found = this.#hit(at);
    if (!found) return;
    if (this.#camera.showsSeats) {
      this.#cursor = found;
      return this.#toggle(found.block.gradeId, numberOf(found.block, found.row, found.column));
    }
    this.#cursor = this.#entrance(found.block);
    this.#camera.showBlock(found.block, at);
  }

  /** Blocks are easier to hit than they look; seats are not. */
  #hit(at) { return hit(this.#layout, at.x, at.y, this.#camera.showsSeats ? 0 : nearBlock); }

  #entrance(block) {
    return entrance(block, (row, column) => [free, chosen].includes(this.#seats.lookOf(block.gradeId, numberOf(block, row, column))));
  }

  #hovered(point) {
    const at = point && this.#camera.toStadium(point.x, point.y), found = at && this.#hit(at);
    const words = !found ? "" : this.#camera.showsSeats ? this.words(found) : this.#describe(found.block);
    if (this.#hover.textContent !== words) this.#hover.textContent = words;
    this.#canvas.dataset.over = String(Boolean(found));
  }

  #move(step) {
    this.#focused = true;
    this.#cursor ??= { block: this.#layout.blocks[0] };
    this.#cursor = moved(this.#layout, this.#cursor, step, this.#camera.turn);
    const { block, row, column } = this.#cursor;
    if (row !== undefined) this.#camera.follow(block, inStadium(block, column + 0.5, row + 0.5));
    this.#redraw();
    this.#say();
  }

  #act() {
    this.#focused = true;
    const at = this.#cursor;
    if (!at) return false;
    if (at.row !== undefined) return void this.#toggle(at.block.gradeId, numberOf(at.block, at.row, at.column));
    const { block, row, column } = this.#cursor = this.#entrance(at.block);
    this.#camera.showBlock(block, inStadium(block, column + 0.5, row + 0.5));
    this.#say();
  }
}
