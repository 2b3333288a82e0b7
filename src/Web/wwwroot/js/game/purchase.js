// A purchase that is safe to repeat: its idempotency key stays in the tab until the shop has answered for good.

import { newKey, send } from "../core/api.js";
import { draft } from "../core/drafts.js";
import { exchange, passOf } from "./room.js";

const inFlight = "idempotency-in-flight", pause = 1000, attempts = 5;
/** After these errors it is unknown whether the seats are sold; a repeat with the same key shows it. */
const undecided = new Set(["offline", "fault", "busy", "not-signed-in", "too-many-requests", inFlight]);

const kept = gameId => draft(`purchase-${gameId}`);

/** The hold of a purchase that was begun and not answered; null if there is none. */
export const unanswered = gameId => kept(gameId).get()?.holdId ?? null;

/** Reserves a hold, with the key of the first attempt. It goes on when the fan leaves the page. */
export async function reserve(gameId, holdId) {
  const before = kept(gameId).get(), key = before?.holdId === holdId ? before.key : newKey();
  kept(gameId).set({ holdId, key });
  for (let attempt = 1; ; attempt++) {
    const answer = await send("POST", "/api/reservations", { gameId, holdId }, { idempotencyKey: key, pass: passOf(gameId) });
    // The pass has expired, but who holds seats gets another one.
    if (answer.problem?.code === "waiting-room" && attempt === 1 && (await exchange(gameId)).ok) continue;
    if (answer.problem?.code === inFlight && attempt < attempts) {
      await new Promise(resolve => { setTimeout(resolve, pause); });
      continue;
    }
    if (answer.ok || !undecided.has(answer.problem.code)) kept(gameId).clear();
    return answer;
  }
}
