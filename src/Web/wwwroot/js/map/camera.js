// Where the map looks: the point of the stadium in the middle of the canvas, pixels a seat, and by what the stadium is turned.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const duration = 240, margin = 10;
/** From this size on, in CSS pixels, a seat can be hit with a pointer. */
export const seatSize = 11;
const largest = 64, inDetail = { least: 19, most: 34 };
/** Room for the title and the buttons above a block, in pixels, and for the numbers beside it, in seats. */
const title = 60, beside = 1.5;

export class Camera {
  x = 0; y = 0; scale = 1; turn = 0; width = 1; height = 1;
  #layout; #moved; #frame = 0; #whole = 1; #goal = null;

  /** Calls `moved` whenever the view has changed. */
  constructor(moved) { this.#moved = moved; }

  get isOverview() { return this.scale <= this.#whole * 1.02; }

  /** Whether the whole stadium is shown once the view has come to rest. */
  get endsInOverview() { return this.#goal ? this.#goal.scale <= this.#whole * 1.02 : this.isOverview; }

  get showsSeats() { return this.scale >= seatSize; }

  /** Sets the stadium and the canvas' size; a view of the whole stadium stays one. */
  fit(layout, width, height) {
    const whole = !this.#layout || this.isOverview;
    Object.assign(this, { width, height });
    this.#layout = layout;
    this.#whole = Math.max(0.1, Math.min((width - 2 * margin) / layout.width, (height - 2 * margin) / layout.height));
    if (whole) Object.assign(this, this.#overview());
    this.#moved();
  }

  /** Where the canvas is higher than the stadium, the buttons on top do not cover it. */
  #overview() {
    const { middle, height } = this.#layout, spare = Math.max(0, (this.height - 2 * margin) / this.#whole - height) / 2;
    return { x: 0, y: middle - Math.min(spare, title / 2 / this.#whole), scale: this.#whole, turn: 0 };
  }

  overview() { this.#glide(this.#overview()); }

  /** Shows a block upright, as large as it fits, but with seats that can be hit. Of a block that does not fit, a point is shown with what is around it. */
  showBlock(block, point = block) {
    const whole = Math.min((this.width - 2 * margin) / block.seatsPerRow, (this.height - title - margin) / block.rows);
    const scale = Math.min(Math.max(whole, inDetail.least), inDetail.most), turn = -block.turn, [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [dx, dy] = [point.x - block.x, point.y - block.y], clamp = (value, most) => Math.min(Math.max(value, -most), most);
    const right = clamp(dx * cos - dy * sin, Math.max(0, (block.seatsPerRow - this.width / scale) / 2 + beside));
    const down = clamp(dx * sin + dy * cos, Math.max(0, (block.rows - (this.height - title) / scale) / 2)) - title / 2 / scale;
    this.#glide({ x: block.x + right * cos + down * sin, y: block.y - right * sin + down * cos, scale, turn });
  }

  /** Turns a block upright around the middle of the canvas. */
  straighten(block) {
    const turn = -block.turn;
    this.#glide({ x: this.x, y: this.y, scale: this.scale, turn }, Math.abs(Math.sin((turn - this.turn) / 2)) > 0.005);
  }

  /** Moves the least that shows a point of the stadium, in the block's orientation. */
  follow(block, point) {
    if (!this.showsSeats) return this.showBlock(block, point);
    const turn = -block.turn, [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [dx, dy] = [point.x - this.x, point.y - this.y], [sx, sy] = [(dx * cos - dy * sin) * this.scale, (dx * sin + dy * cos) * this.scale];
    const over = (value, half) => Math.sign(value) * Math.max(0, Math.abs(value) - Math.max(0, half - 1.5 * this.scale));
    const [ox, oy] = [over(sx, this.width / 2) / this.scale, over(sy, this.height / 2) / this.scale];
    this.#glide({ x: this.x + ox * cos + oy * sin, y: this.y - ox * sin + oy * cos, scale: this.scale, turn }, ox || oy || Math.abs(turn - this.turn) > 0.01);
  }

  /** Zooms by a factor; the point under a position of the canvas stays there. */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    this.#stop();
    const before = this.toStadium(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.#whole), largest);
    if (this.isOverview) Object.assign(this, this.#overview());
    else {
      const after = this.toStadium(px, py);
      this.x += before.x - after.x;
      this.y += before.y - after.y;
      this.#keepInside();
    }
    this.#moved();
  }

  /** Moves by pixels of the canvas. */
  pan(dx, dy) {
    this.#stop();
    const [cos, sin] = [Math.cos(this.turn), Math.sin(this.turn)];
    this.x -= (dx * cos + dy * sin) / this.scale;
    this.y -= (dy * cos - dx * sin) / this.scale;
    this.#keepInside();
    this.#moved();
  }

  /** The point of the stadium at a position of the canvas. */
  toStadium(px, py) {
    const [dx, dy, cos, sin] = [(px - this.width / 2) / this.scale, (py - this.height / 2) / this.scale, Math.cos(this.turn), Math.sin(this.turn)];
    return { x: this.x + dx * cos + dy * sin, y: this.y + dy * cos - dx * sin };
  }

  /** The position on the canvas of a point of the stadium. */
  toCanvas(x, y) {
    const [dx, dy, cos, sin] = [x - this.x, y - this.y, Math.cos(this.turn), Math.sin(this.turn)];
    return { x: this.width / 2 + (dx * cos - dy * sin) * this.scale, y: this.height / 2 + (dx * sin + dy * cos) * this.scale };
  }

  /** Whether any of a block may be on the canvas. */
  sees(block) {
    const at = this.toCanvas(block.x, block.y), reach = Math.hypot(block.rows, block.seatsPerRow) / 2 * this.scale;
    return at.x > -reach && at.y > -reach && at.x < this.width + reach && at.y < this.height + reach;
  }

  #keepInside() {
    const far = Math.hypot(this.x, this.y), most = this.#layout.width / 2;
    if (far > most) [this.x, this.y] = [this.x * most / far, this.y * most / far];
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }

  #glide(to, differs = true) {
    this.#stop();
    if (!differs) return;
    if (calm.matches) {
      Object.assign(this, to);
      return this.#moved();
    }
    this.#goal = to;
    const from = { x: this.x, y: this.y, scale: this.scale, turn: this.turn }, start = performance.now();
    const by = Math.atan2(Math.sin(to.turn - from.turn), Math.cos(to.turn - from.turn));
    const step = now => {
      const part = Math.min(Math.max((now - start) / duration, 0), 1), eased = 1 - (1 - part) ** 3;
      for (const name of ["x", "y"]) this[name] = from[name] + (to[name] - from[name]) * eased;
      this.scale = from.scale * (to.scale / from.scale) ** eased;
      this.turn = part === 1 ? to.turn : from.turn + by * eased;
      if (part === 1) this.#goal = null;
      this.#moved();
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
