// The names of seats as they stand on a ticket: grade, block, row and seat.

import { get } from "./api.js";
import { t } from "./dom.js";

/** The grades of some seats of a game, by id; without those that could not be read. */
export async function gradesOf(gameId, seats, signal) {
  const ids = [...new Set(seats.map(seat => seat.gradeId))];
  const answers = await Promise.all(ids.map(id => get(`/api/games/${gameId}/grades/${id}`, { signal })));
  return new Map(answers.filter(answer => answer.ok).map(({ body }) => [body.gradeId, body]));
}

/** The name of a seat. Blocks follow each other, each numbered row by row from its `firstNumber`. */
export function seatName(grade, number) {
  if (!grade) return t("ticket.plain-seat", { grade: "", number }).trim();
  const block = grade.blocks.find(one => number >= one.firstNumber && number < one.firstNumber + one.rows * one.seatsPerRow);
  if (!block) return t("ticket.plain-seat", { grade: grade.name, number });
  const index = number - block.firstNumber;
  return t("ticket.seat", { grade: grade.name, block: block.name, row: Math.floor(index / block.seatsPerRow) + 1, seat: (index % block.seatsPerRow) + 1 });
}
