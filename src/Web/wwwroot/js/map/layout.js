// Geometry of the stadium, without canvas or page. Lengths are in seats: one seat is 1 × 1.
// Home plate is below. The last grade sits in the outfield, the others in rings around the infield, the first one behind home plate.

const aisle = 2.5, betweenRings = 4, smallestField = 60, largestField = 110, loosest = 1.3;
const infieldSpan = 3.32, outfieldSpan = 2.64;

const angleOf = (width, radius) => 2 * Math.atan(width / 2 / radius);

/**
 * Places the blocks of a game's grades, as `GET /api/games/{id}/grades/{gradeId}` returns them.
 * A block's centre is at `x`, `y`; turned back by `turn` it is upright, with its first row on top, next to the field.
 */
export function layOut(grades) {
  const blocks = grades.flatMap((grade, gradeIndex) => grade.blocks.map(block => ({ ...block, gradeId: grade.gradeId, gradeIndex, gradeName: grade.name })));
  blocks.forEach((block, index) => { block.index = index; });
  const width = Math.max(1, ...blocks.map(block => block.seatsPerRow)), depth = Math.max(1, ...blocks.map(block => block.rows));
  const ofGrade = index => blocks.filter(block => block.gradeIndex === index);
  const outfieldGrade = grades.length > 2 ? grades.length - 1 : -1;
  const infield = grades.map((_, index) => index).filter(index => index !== outfieldGrade).map(ofGrade);

  const first = (infield[0]?.length ?? 0) + (infield[1]?.length ?? 0);
  const field = Math.min(Math.max(first * (width + aisle) / infieldSpan, smallestField), largestField);
  const radiusOf = ring => field + ring * (depth + betweenRings);
  const roomOf = (ring, span) => Math.max(1, Math.floor(span / angleOf(width + aisle, radiusOf(ring))));

  const place = (list, ring, span, centre) => {
    const radius = radiusOf(ring), tight = angleOf(width + aisle, radius), step = Math.min(Math.max(tight, span / list.length), tight * loosest);
    list.forEach((block, order) => {
      const turn = centre + (list.length - 1) / 2 * step - order * step, middle = radius + block.rows / 2;
      Object.assign(block, { ring, turn, x: -Math.sin(turn) * middle, y: Math.cos(turn) * middle });
    });
  };
  const inner = infieldRings(infield, ring => roomOf(ring, infieldSpan));
  inner.forEach((list, ring) => place(list, ring, infieldSpan, 0));
  const outer = outfieldGrade < 0 ? [] : shares(ofGrade(outfieldGrade), ring => roomOf(ring, outfieldSpan));
  outer.forEach((list, ring) => place(list, ring, outfieldSpan, Math.PI));
  const reach = rings => Math.hypot(radiusOf(Math.max(rings, 1) - 1) + depth, width / 2), [below, above] = [reach(inner.length), reach(outer.length)];
  return { blocks, field, middle: (below - above) / 2, height: below + above, width: 2 * Math.max(below, above) };
}

/** Fills rings from the field outwards. A grade shares a ring with the one before it if both fit; then it sits on both sides of it. */
function infieldRings(grades, roomOf) {
  const rings = [];
  for (const blocks of grades) {
    const last = rings.at(-1);
    if (last && last.length + blocks.length <= roomOf(rings.length - 1)) {
      const left = Math.ceil(blocks.length / 2);
      rings[rings.length - 1] = [...blocks.slice(0, left), ...last, ...blocks.slice(left)];
      continue;
    }
    const start = rings.length;
    rings.push(...shares(blocks, ring => roomOf(ring + start)));
  }
  return rings;
}

/** Divides blocks over as few rings as they need, in proportion to the room of each ring. */
function shares(blocks, roomOf) {
  const rooms = [];
  for (let sum = 0; sum < blocks.length; sum += rooms.at(-1)) rooms.push(roomOf(rooms.length));
  let from = 0, left = rooms.reduce((sum, room) => sum + room, 0);
  return rooms.map(room => {
    const count = Math.round((blocks.length - from) * room / left);
    left -= room;
    from += count;
    return blocks.slice(from - count, from);
  });
}

/** The seat's place: its block, row and column, both from 0; null if no block has the number. */
export function placeOf(layout, gradeId, number) {
  const block = layout.blocks.find(one => one.gradeId === gradeId && number >= one.firstNumber && number < one.firstNumber + one.rows * one.seatsPerRow);
  return block ? { block, row: Math.floor((number - block.firstNumber) / block.seatsPerRow), column: (number - block.firstNumber) % block.seatsPerRow } : null;
}

/** The number of the seat at a place. */
export const numberOf = (block, row, column) => block.firstNumber + row * block.seatsPerRow + column;

/** A point of the stadium in the block's own coordinates, whose origin is the block's first seat's outer corner. */
export function inBlock(block, x, y) {
  const [dx, dy, cos, sin] = [x - block.x, y - block.y, Math.cos(block.turn), Math.sin(block.turn)];
  return { x: dx * cos + dy * sin + block.seatsPerRow / 2, y: dy * cos - dx * sin + block.rows / 2 };
}

/** The point of the stadium of a point in the block's own coordinates. */
export function inStadium(block, x, y) {
  const [dx, dy, cos, sin] = [x - block.seatsPerRow / 2, y - block.rows / 2, Math.cos(block.turn), Math.sin(block.turn)];
  return { x: block.x + dx * cos - dy * sin, y: block.y + dx * sin + dy * cos };
}

/** The block at a point of the stadium, or at most `tolerance` beside it, with the row and column there; null between blocks. */
export function hit(layout, x, y, tolerance = 0) {
  let found = null, least = tolerance;
  for (const block of layout.blocks) {
    const at = inBlock(block, x, y), beside = Math.max(-at.x, -at.y, at.x - block.seatsPerRow, at.y - block.rows, 0);
    if (beside > least || found && beside === least) continue;
    const within = (value, count) => Math.min(Math.max(Math.floor(value), 0), count - 1);
    [found, least] = [{ block, row: within(at.y, block.rows), column: within(at.x, block.seatsPerRow) }, beside];
  }
  return found;
}

/** The nearest block in a direction, seen with the stadium turned by `turn`; null if there is none. */
export function nextBlock(layout, from, stepX, stepY, turn = 0) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let best = null, least = Infinity;
  for (const block of layout.blocks) {
    const [dx, dy] = [block.x - from.x, block.y - from.y], [sx, sy] = [dx * cos - dy * sin, dx * sin + dy * cos];
    const along = sx * stepX + sy * stepY, across = Math.abs(sx * stepY) + Math.abs(sy * stepX);
    if (along > 1 && along >= across * 0.6 && along + across * 2 < least) [best, least] = [block, along + across * 2];
  }
  return best;
}
