// Draws the stadium. Every block has a bitmap of its seats, so that moving the view copies bitmaps and a change repaints one seat.

import { numberOf, placeOf } from "./layout.js";
import { looks } from "./seats.js";
import { coloursOf, gradeColour, spritesOf } from "./shapes.js";

const leastTile = 3, mostTile = 64, keptTile = 12;
const detailLabel = 22;
/** Blocks turned further than this have no numbers beside them. */
const level = 0.05;

export class Painter {
  #canvas; #pen; #layout; #seats; #camera; #colours; #ratio = 1;
  #sprites = new Map();
  #bitmaps = new Map();
  #free = new Map();

  constructor(canvas, layout, seats, camera) {
    this.#canvas = canvas;
    this.#pen = canvas.getContext("2d", { alpha: false });
    [this.#layout, this.#seats, this.#camera] = [layout, seats, camera];
    this.refresh();
  }

  get colours() { return this.#colours; }

  /** Reads size and colours anew and forgets every bitmap. */
  refresh() {
    this.#ratio = Math.min(devicePixelRatio || 1, 3);
    this.#colours = coloursOf(this.#canvas);
    [this.#canvas.width, this.#canvas.height] = [this.#camera.width, this.#camera.height].map(length => Math.max(1, Math.round(length * this.#ratio)));
    this.#sprites.clear();
    this.forget();
  }

  /** Forgets the bitmaps, because any seat may have changed. */
  forget() {
    this.#bitmaps.clear();
    this.#free.clear();
  }

  /** Draws everything. While the view moves, bitmaps of another size are stretched. */
  view(cursor, moving) {
    const { x: cx, y: cy } = this.#camera.toCanvas(0, 0), pen = this.#pen, ratio = this.#ratio;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = this.#colours.ground;
    pen.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    pen.setTransform(ratio, 0, 0, ratio, cx * ratio, cy * ratio);
    pen.rotate(this.#camera.turn);
    pen.scale(this.#camera.scale, this.#camera.scale);
    this.#field(pen);
    for (const block of this.#layout.blocks) {
      if (this.#camera.sees(block)) this.#block(block, moving);
      else if (this.#bitmaps.get(block)?.tile > keptTile) this.#bitmaps.delete(block);
    }
    for (const block of this.#layout.blocks) if (this.#camera.sees(block)) this.#label(block);
    this.cursor(cursor);
  }

  /** Repaints single seats. */
  changes(seats, cursor) {
    const touched = new Set();
    for (const { gradeId, number } of seats) {
      const place = placeOf(this.#layout, gradeId, number);
      if (!place) continue;
      const bitmap = this.#bitmaps.get(place.block);
      touched.add(place.block);
      this.#free.delete(place.block);
      if (!bitmap) continue;
      this.#tile(bitmap, place.block, place.row, place.column);
      if (!this.#camera.sees(place.block)) continue;
      this.#into(place.block, bitmap.tile);
      const [x, y, side] = [place.column * bitmap.tile, place.row * bitmap.tile, bitmap.tile];
      this.#pen.drawImage(bitmap.canvas, x, y, side, side, x, y, side, side);
    }
    for (const block of touched) if (this.#camera.sees(block)) this.#label(block);
    this.cursor(cursor);
  }

  #field(pen) {
    const field = this.#layout.field, fence = field - 5, home = field * 0.66, side = field * 0.5, { grass, dirt, line } = this.#colours;
    pen.fillStyle = grass;
    pen.beginPath();
    pen.arc(0, 0, fence, 0, 2 * Math.PI);
    pen.fill();
    pen.save();
    pen.translate(0, home);
    pen.rotate(-Math.PI * 3 / 4);
    pen.fillStyle = dirt;
    pen.beginPath();
    pen.roundRect(-4, -4, side + 8, side + 8, 6);
    pen.fill();
    pen.fillStyle = grass;
    pen.fillRect(3, 3, side - 6, side - 6);
    const pole = home * Math.SQRT1_2 + Math.sqrt(fence ** 2 - home ** 2 / 2);
    pen.strokeStyle = line;
    pen.lineWidth = 0.6;
    pen.beginPath();
    pen.moveTo(pole, 0);
    pen.lineTo(0, 0);
    pen.lineTo(0, pole);
    pen.stroke();
    pen.fillStyle = line;
    for (const [x, y] of [[0, 0], [side, 0], [0, side], [side, side]]) pen.fillRect(x - 1.2, y - 1.2, 2.4, 2.4);
    pen.restore();
  }

  #block(block, moving) {
    const pen = this.#pen, wanted = Math.min(Math.max(Math.round(this.#camera.scale * this.#ratio), leastTile), mostTile);
    let bitmap = this.#bitmaps.get(block);
    if (!bitmap || bitmap.tile !== wanted && !(moving && bitmap.tile > wanted / 3)) bitmap = this.#render(block, wanted);
    this.#into(block, bitmap.tile);
    const frame = bitmap.tile / this.#camera.scale / this.#ratio * (this.#camera.showsSeats ? 5 : 1.5);
    pen.fillStyle = this.#colours.block;
    pen.strokeStyle = gradeColour(this.#colours, block.gradeIndex);
    pen.lineWidth = frame;
    pen.beginPath();
    pen.roundRect(-frame / 2, -frame / 2, bitmap.canvas.width + frame, bitmap.canvas.height + frame, frame * 2);
    pen.fill();
    pen.stroke();
    pen.drawImage(bitmap.canvas, 0, 0);
  }

  #render(block, tile) {
    const canvas = document.createElement("canvas"), bitmap = { canvas, tile, pen: canvas.getContext("2d", { alpha: false }) };
    [canvas.width, canvas.height] = [block.seatsPerRow * tile, block.rows * tile];
    if (tile <= keptTile) this.#copyPixels(bitmap, block);
    else
      for (let row = 0; row < block.rows; row++)
        for (let column = 0; column < block.seatsPerRow; column++) this.#tile(bitmap, block, row, column);
    this.#bitmaps.set(block, bitmap);
    return bitmap;
  }

  /** Small seats are copied pixel by pixel, which is several times faster than drawing as many pictures. */
  #copyPixels({ canvas, pen, tile }, block) {
    const image = pen.createImageData(canvas.width, canvas.height), to = new Uint32Array(image.data.buffer);
    const { pixels } = this.#sprite(block, tile), stride = tile * looks.length;
    for (let row = 0; row < block.rows; row++)
      for (let column = 0; column < block.seatsPerRow; column++) {
        const look = this.#seats.lookOf(block.gradeId, numberOf(block, row, column));
        let at = row * tile * canvas.width + column * tile, from = look * tile;
        for (let y = 0; y < tile; y++, at += canvas.width, from += stride)
          for (let x = 0; x < tile; x++) to[at + x] = pixels[from + x];
      }
    pen.putImageData(image, 0, 0);
  }

  #sprite(block, tile) {
    const name = block.gradeIndex * 100 + tile;
    let sprite = this.#sprites.get(name);
    if (!sprite) {
      const strip = spritesOf(block.gradeIndex, tile, this.#colours);
      sprite = { strip, pixels: tile <= keptTile ? new Uint32Array(strip.getContext("2d").getImageData(0, 0, strip.width, tile).data.buffer) : null };
      this.#sprites.set(name, sprite);
    }
    return sprite;
  }

  #tile({ pen, tile }, block, row, column) {
    const look = this.#seats.lookOf(block.gradeId, numberOf(block, row, column));
    pen.drawImage(this.#sprite(block, tile).strip, look * tile, 0, tile, tile, column * tile, row * tile, tile, tile);
  }

  /** Lets the pen draw in pixels of the block's bitmap. */
  #into(block, tile) {
    const camera = this.#camera, ratio = this.#ratio, turn = block.turn + camera.turn, size = camera.scale * ratio / tile;
    const { x, y } = camera.toCanvas(block.x, block.y), [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size];
    const [left, top] = [block.seatsPerRow * tile / 2, block.rows * tile / 2];
    let [dx, dy] = [x * ratio - left * cos + top * sin, y * ratio - left * sin - top * cos];
    if (Math.abs(sin) < 1e-6) [dx, dy] = [Math.round(dx), Math.round(dy)];
    this.#pen.setTransform(cos, sin, -sin, cos, dx, dy);
  }

  /** In the overview the name and what is left, across the block; in detail the name above it and the rows' numbers beside it. */
  #label(block) {
    const { scale, turn } = this.#camera, pen = this.#pen, ratio = this.#ratio, colours = this.#colours;
    const at = this.#camera.toCanvas(block.x, block.y), width = block.seatsPerRow * scale;
    if (this.#camera.showsSeats) return this.#rowNumbers(block, turn + block.turn);
    if (width < detailLabel) return;
    if (!this.#free.has(block)) this.#free.set(block, this.#seats.freeIn(block));
    const size = Math.min(Math.max(width * 0.24, 9), 13), count = this.#free.get(block), both = width > 44;
    const [w, h] = [both ? size * 2.7 : size * 2.3, both ? size * 2.5 : size * 1.4];
    pen.setTransform(ratio, 0, 0, ratio, at.x * ratio, at.y * ratio);
    pen.fillStyle = colours.label;
    pen.beginPath();
    pen.roundRect(-w / 2, -h / 2, w, h, 4);
    pen.fill();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colours.text;
    pen.font = `700 ${size}px ${colours.font}`;
    pen.fillText(block.name, 0, both ? -size * 0.55 : 0.5);
    if (!both) return;
    pen.fillStyle = count ? colours.text : colours.quiet;
    pen.font = `400 ${size * 0.92}px ${colours.font}`;
    pen.fillText(String(count), 0, size * 0.6);
  }

  #rowNumbers(block, turn) {
    if (Math.abs(Math.sin(turn)) > level || Math.cos(turn) < 0) return;
    const { scale } = this.#camera, pen = this.#pen, ratio = this.#ratio, at = this.#camera.toCanvas(block.x, block.y);
    const [left, top] = [block.seatsPerRow * scale / 2, block.rows * scale / 2], size = Math.min(scale * 0.55, 13);
    pen.setTransform(ratio, 0, 0, ratio, at.x * ratio, at.y * ratio);
    pen.rotate(turn);
    pen.textBaseline = "middle";
    pen.fillStyle = this.#colours.quiet;
    pen.font = `400 ${size}px ${this.#colours.font}`;
    for (let row = 0; row < block.rows; row++) {
      const y = (row + 0.5) * scale - top;
      pen.textAlign = "right";
      pen.fillText(String(row + 1), -left - size * 0.7, y);
      pen.textAlign = "left";
      pen.fillText(String(row + 1), left + size * 0.7, y);
    }
    pen.textAlign = "center";
    pen.fillStyle = this.#colours.text;
    pen.font = `700 ${Math.min(scale * 0.8, 16)}px ${this.#colours.font}`;
    pen.fillText(`${block.gradeName} ${block.name}`, 0, -top - scale);
  }

  /** Draws the frame of the cursor: a seat's, or a block's where the row is not given. */
  cursor(cursor) {
    if (!cursor || !this.#camera.sees(cursor.block)) return;
    const { block, row } = cursor, pen = this.#pen, unit = this.#camera.scale * this.#ratio, line = 3 * this.#ratio / unit;
    this.#into(block, 1);
    const [x, y, w, h] = row === undefined ? [0, 0, block.seatsPerRow, block.rows] : [cursor.column, row, 1, 1];
    for (const [colour, width] of [[this.#colours.label, line * 2], [this.#colours.cursor, line]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(x, y, w, h);
    }
  }
}
