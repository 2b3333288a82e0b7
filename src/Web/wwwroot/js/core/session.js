// The fan's session. The cookie is the session; only the nickname is stored here, so that a page can greet without a request.

import { forgetWrites, get, send } from "./api.js";
import { clearDrafts } from "./drafts.js";

const storedName = "fan";

/** The nickname of the fan who signed in with this browser; null without a sign-in. A request may still find that the session has ended. */
export const known = () => localStorage.getItem(storedName);

/** The session as the API sees it: { expiresAt, account: { id, nickname } }; null if there is none or the shop cannot be reached. */
export async function current(signal) {
  const { ok, body, problem } = await get("/api/sessions/current", { guest: true, signal });
  if (ok) remember(body.account.nickname);
  else if (problem.code === "not-signed-in") remember(null);
  return ok ? body : null;
}

/** Signs in; the answer as of `send`. */
export async function signIn(email, password) {
  const answer = await send("POST", "/api/sessions/browser", { email, password }, { guest: true });
  if (answer.ok) remember(answer.body.account.nickname);
  return answer;
}

/** Signs out here and on the server; nothing of this fan stays in the tab. */
export async function signOut() {
  const answer = await send("DELETE", "/api/sessions/current", undefined, { guest: true });
  if (answer.ok || answer.problem.code === "not-signed-in") {
    clearDrafts();
    forgetWrites();
    remember(null);
  }
  return answer;
}

function remember(nickname) {
  if (known() === nickname) return;
  if (nickname === null) localStorage.removeItem(storedName);
  else localStorage.setItem(storedName, nickname);
  dispatchEvent(new Event("session-changed"));
}
