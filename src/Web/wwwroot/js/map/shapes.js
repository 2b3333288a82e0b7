// What a seat looks like. The looks differ by shape first: full square, triangle, dot, cross, diamond, disc with a tick.

import { blocked, chosen, free, held, looks, mine, sold } from "./seats.js";

const gradeColours = 5;

/** The colours of the page's scheme, from the custom properties of an element. */
export function coloursOf(element) {
  const style = getComputedStyle(element), of = name => style.getPropertyValue(name).trim();
  return {
    grades: Array.from({ length: gradeColours }, (_, index) => of(`--grade-${index + 1}`)),
    seats: looks.map(look => of(`--seat-${look}`)),
    tick: of("--seat-tick"), block: of("--map-block"), edge: of("--map-edge"), grass: of("--map-grass"), dirt: of("--map-dirt"), ground: of("--map-ground"), line: of("--map-line"),
    text: of("--map-text"), quiet: of("--map-quiet"), label: of("--map-label"), cursor: of("--map-cursor"),
    font: style.fontFamily,
  };
}

/** The colour of a grade; grades beyond the fifth start again. */
export const gradeColour = (colours, gradeIndex) => colours.grades[gradeIndex % gradeColours];

/** Draws a look into the square at a position. The grade's colour is that of a free seat. */
export function drawLook(pen, look, x, y, side, colours, gradeIndex) {
  const colour = look === free ? gradeColour(colours, gradeIndex) : colours.seats[look];
  const gap = side < 6 ? 0.5 : side * 0.1, inner = side - 2 * gap, [cx, cy] = [x + side / 2, y + side / 2];
  pen.fillStyle = pen.strokeStyle = colour;
  pen.beginPath();
  if (look === free) {
    if (side < 8) return pen.fillRect(x + gap, y + gap, inner, inner);
    pen.roundRect(x + gap, y + gap, inner, inner, side * 0.18);
  } else if (look === held) {
    pen.moveTo(cx, y + gap);
    pen.lineTo(x + side - gap, y + side - gap);
    pen.lineTo(x + gap, y + side - gap);
  } else if (look === sold) {
    const dot = Math.max(0.8, side * 0.14);
    if (side < 8) return pen.fillRect(cx - dot, cy - dot, 2 * dot, 2 * dot);
    pen.arc(cx, cy, dot, 0, 2 * Math.PI);
  } else if (look === mine) {
    pen.moveTo(cx, y);
    pen.lineTo(x + side, cy);
    pen.lineTo(cx, y + side);
    pen.lineTo(x, cy);
  } else if (look === chosen) {
    pen.arc(cx, cy, side / 2, 0, 2 * Math.PI);
  } else if (look === blocked) {
    const reach = inner * 0.36;
    pen.lineWidth = Math.max(1, side * 0.12);
    pen.moveTo(cx - reach, cy - reach);
    pen.lineTo(cx + reach, cy + reach);
    pen.moveTo(cx + reach, cy - reach);
    pen.lineTo(cx - reach, cy + reach);
    return pen.stroke();
  }
  pen.fill();
  if (look === chosen && side >= 8) drawTick(pen, cx, cy, side, colours.tick);
}

function drawTick(pen, cx, cy, side, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.2, side * 0.12);
  pen.beginPath();
  pen.moveTo(cx - side * 0.22, cy + side * 0.02);
  pen.lineTo(cx - side * 0.05, cy + side * 0.19);
  pen.lineTo(cx + side * 0.24, cy - side * 0.17);
  pen.stroke();
}

/** The six looks of a grade in a row, each a square of `side` pixels on the block's colour. */
export function spritesOf(gradeIndex, side, colours) {
  const strip = document.createElement("canvas"), pen = strip.getContext("2d");
  strip.width = side * looks.length;
  strip.height = side;
  pen.fillStyle = colours.block;
  pen.fillRect(0, 0, strip.width, side);
  looks.forEach((_, look) => drawLook(pen, look, look * side, 0, side, colours, gradeIndex));
  return strip;
}

/** A picture of one look for the legend. */
export function legendPicture(look, colours) {
  const canvas = document.createElement("canvas"), side = 18, ratio = devicePixelRatio, pen = canvas.getContext("2d");
  canvas.className = "legend-seat";
  canvas.width = canvas.height = Math.round(side * ratio);
  canvas.dataset.look = looks[look];
  canvas.setAttribute("aria-hidden", "true");
  pen.scale(ratio, ratio);
  drawLook(pen, look, 1, 1, side - 2, colours, 1);
  return canvas;
}
