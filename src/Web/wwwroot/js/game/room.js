// The waiting room of a game: the fan's ticket and pass, kept in the tab, and the number that the draw gave the ticket.

import { get, now, send } from "../core/api.js";
import { draft } from "../core/drafts.js";

const ticketOf = gameId => draft(`ticket-${gameId}`), passDraft = gameId => draft(`pass-${gameId}`);
const blockBytes = 32, atOnce = 512;

const roomAddress = gameId => `/api/games/${gameId}/waiting-room`;

/** The public document. All who wait read it, so it must come from the gateway's memory. */
export const readRoom = (gameId, signal) => get(roomAddress(gameId), { forAll: true, signal });

/** The pass of the game; undefined if there is none that is still valid. */
export function passOf(gameId) {
  const pass = passDraft(gameId).get();
  return pass && Date.parse(pass.expiresAt) > now() ? pass.pass : undefined;
}

/** The fan's ticket: from this tab, or from the shop, which gives an account the same one again. */
export async function takeTicket(gameId, signal) {
  const stored = ticketOf(gameId).get();
  if (stored) return { ok: true, body: stored };
  const answer = await send("POST", `${roomAddress(gameId)}/tickets`, {}, { signal });
  if (answer.ok) ticketOf(gameId).set(answer.body);
  return answer;
}

/** Forgets a ticket whose number has lapsed. */
export const dropTicket = gameId => ticketOf(gameId).clear();

/** Exchanges the ticket for the pass, or for a longer one while the fan holds seats. */
export async function exchange(gameId, signal) {
  const answer = await send("POST", `${roomAddress(gameId)}/passes`, { ticket: ticketOf(gameId).get()?.ticket ?? "-" }, { signal });
  if (answer.ok) passDraft(gameId).set(answer.body);
  return answer;
}

/** The number of a ticket of the draw: computed here, as the shop computes it, so that a whole stadium needn't ask when the draw is over. */
export async function drawnNumber(seed, drawn, place) {
  const next = randomNumbers(Uint8Array.from(seed.match(/../g), pair => parseInt(pair, 16)));
  const numbers = Uint32Array.from({ length: drawn }, (_, index) => index);
  for (let last = drawn - 1; last > 0; last--) {
    const limit = last + 1, complete = 2 ** 32 - 2 ** 32 % limit;
    let random;
    do random = (await next.next()).value; while (random >= complete);
    const other = random % limit;
    [numbers[last], numbers[other]] = [numbers[other], numbers[last]];
  }
  return numbers[place];
}

async function* randomNumbers(seed) {
  for (let counter = 0; ; counter += atOnce) {
    const blocks = await Promise.all(Array.from({ length: atOnce }, (_, index) => hash(seed, counter + index)));
    for (const block of blocks) for (let at = 0; at < blockBytes; at += 4) yield block.getUint32(at);
  }
}

async function hash(seed, counter) {
  const input = new DataView(new ArrayBuffer(blockBytes + 8));
  new Uint8Array(input.buffer).set(seed);
  input.setBigUint64(blockBytes, BigInt(counter));
  return new DataView(await crypto.subtle.digest("SHA-256", input));
}
