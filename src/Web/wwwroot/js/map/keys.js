// The keyboard on the map: arrows move the cursor from block to block or from seat to seat, Enter and Space open or choose.

import { inBlock, inStadium, nextBlock } from "./layout.js";

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves a cursor: `{block}` in the overview, `{block, row, column}` among seats.
 * Beyond a block's edge it goes on in the nearest block on that side.
 */
export function moved(layout, cursor, [stepX, stepY], turn) {
  const { block, row, column } = cursor;
  if (row === undefined) {
    const next = nextBlock(layout, block, stepX, stepY, turn);
    return next ? { block: next } : cursor;
  }
  const to = { block, row: row + stepY, column: column + stepX };
  if (to.row >= 0 && to.row < block.rows && to.column >= 0 && to.column < block.seatsPerRow) return to;
  const next = nextBlock(layout, block, stepX, stepY, -block.turn);
  if (!next) return cursor;
  const from = inStadium(block, column + 0.5, row + 0.5), at = inBlock(next, from.x, from.y);
  const within = (value, count) => Math.min(Math.max(Math.floor(value), 0), count - 1);
  return { block: next, row: within(at.y, next.rows), column: within(at.x, next.seatsPerRow) };
}

/** Where a cursor enters a block: the free seat nearest to the middle of the first row that has one. */
export function entrance(block, isFree) {
  const middle = (block.seatsPerRow - 1) / 2;
  for (let row = 0; row < block.rows; row++) {
    const open = Array.from({ length: block.seatsPerRow }, (_, column) => column).filter(column => isFree(row, column));
    if (open.length) return { block, row, column: open.reduce((best, one) => Math.abs(one - middle) < Math.abs(best - middle) ? one : best) };
  }
  return { block, row: 0, column: Math.floor(middle) };
}

/** Reports keys of an element until `signal` aborts. A handler that returns false leaves the key to the browser. */
export function listenToKeys(element, { move, act, zoom, leave }, signal) {
  element.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const handled =
      event.key in arrows ? move(arrows[event.key])
      : event.key === "Enter" || event.key === " " ? !event.repeat && act()
      : event.key === "+" || event.key === "=" ? zoom(1.5)
      : event.key === "-" ? zoom(1 / 1.5)
      : event.key === "Escape" ? leave()
      : false;
    if (handled !== false) event.preventDefault();
  }, { signal });
}
