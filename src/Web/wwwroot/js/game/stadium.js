// What the shop knows of a game, and its seats in words.

import { get } from "../core/api.js";
import { t } from "../core/dom.js";
import { layOut, placeOf } from "../map/layout.js";

/** The game, its grades with prices and what is left, and their blocks: { game, grades }, or { problem } of the first request that failed. */
export async function loadGame(gameId, signal) {
  const [game, list] = await Promise.all([get(`/api/games/${gameId}`, { signal }), get(`/api/games/${gameId}/grades`, { signal })]);
  const failed = [game, list].find(answer => !answer.ok);
  if (failed) return { problem: failed.problem };
  const details = await Promise.all(list.body.items.map(grade => get(`/api/games/${gameId}/grades/${grade.gradeId}`, { signal })));
  const missing = details.find(answer => !answer.ok);
  if (missing) return { problem: missing.problem };
  return { game: game.body, grades: details.map((answer, index) => ({ ...list.body.items[index], ...answer.body })) };
}

/** Names seats: a function from a seat to its words, such as `블루석 201구역 3열 7번`. */
export function namesOf(grades) {
  const layout = layOut(grades);
  return ({ gradeId, number }) => {
    const place = placeOf(layout, gradeId, number);
    return place ? t("map.seatName", { grade: place.block.gradeName, block: place.block.name, row: place.row + 1, seat: place.column + 1 }) : String(number);
  };
}

export const priceOf = (grades, gradeId) => grades.find(grade => grade.gradeId === gradeId)?.price ?? 0;
