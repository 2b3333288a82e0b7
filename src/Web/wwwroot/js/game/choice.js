// What becomes of a seat that the fan picks on the map or in the list.

import { t } from "../core/dom.js";
import { free, looks, mine } from "../map/seats.js";

/**
 * Chooses a seat, or takes a chosen one back. Returns the sentence about it: { words, isProblem }.
 * `most` is the number of seats that the fan may have, `held` the number of those that the fan holds.
 */
export function pickSeat(seats, { gradeId, number }, name, { most, held }) {
  if (seats.isChosen(gradeId, number)) {
    seats.drop(gradeId, number);
    return { words: t("game.dropped", { seat: name }), isProblem: false };
  }
  const look = seats.lookOf(gradeId, number);
  if (look === mine) return { words: t("game.alreadyMine"), isProblem: true };
  if (look !== free) return { words: t("game.notFree", { seat: name, state: t(`map.state.${looks[look]}`) }), isProblem: true };
  if (seats.chosen.length + held >= most) return { words: t(held ? "game.tooManyWithHeld" : "game.tooMany", { most, held }), isProblem: true };
  seats.choose(gradeId, number);
  return { words: t("game.choseSeat", { seat: name, count: seats.chosen.length }), isProblem: false };
}
