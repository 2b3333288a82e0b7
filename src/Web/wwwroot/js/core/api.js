// Requests to the API. Every answer has one form: { ok, status, body, problem }. The session travels in a cookie that no script can read.

const tokenHeader = "X-Consistency-Token", storedToken = "consistency-token";
const maxRetries = 2, longestPause = 5, patience = 15_000, dateBlur = 2000;
let clockOffset = 0;

/** Reads; repeated by itself, as long as the shop says `busy`. Option `forAll`: the answer is the same for everybody, so the gateway may give its copy, whatever this fan has written. */
export const get = (path, options) => request("GET", path, undefined, options);

/**
 * Writes. Options: `idempotencyKey` for purchases, see newKey; `pass` of the game's waiting room; `signal` ends it; `guest` when "not signed in" is an answer like any other, and shall not lead to the
 * sign-in page.
 */
export const send = (method, path, body, options) => request(method, path, body, options);

/** The time by the shop's clock, in milliseconds: countdowns are right on a telephone whose clock is wrong. */
export const now = () => Date.now() + clockOffset;

/** An idempotency key: one a purchase, kept for its repeats. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

/** Forgets which writes this tab has seen, for the next fan. */
export const forgetWrites = () => sessionStorage.removeItem(storedToken);

async function request(method, path, body, options = {}) {
  for (let retries = 0; ; retries++) {
    const answer = await once(method, path, body, options);
    // The API promises that a busy shop has changed nothing.
    if (answer.problem?.code === "busy" && retries < maxRetries) {
      await pause(Math.min(answer.problem.retryAfter ?? 1, longestPause), options.signal);
      continue;
    }
    if (answer.problem?.code === "not-signed-in" && !options.guest) dispatchEvent(new Event("session-ended"));
    return answer;
  }
}

async function once(method, path, body, { idempotencyKey, pass, forAll, signal }) {
  const headers = { Accept: "application/json" }, token = sessionStorage.getItem(storedToken);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token && !forAll) headers[tokenHeader] = token;
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  if (pass) headers["X-Access-Pass"] = pass;
  const sent = Date.now(), ends = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]);
  try {
    const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: method === "GET" ? "default" : "no-store", redirect: "error", signal: ends });
    const text = await response.text();
    remember(response.headers, sent);
    return read(response, text);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, status: 0, body: null, problem: { code: "offline" } };
  }
}

function remember(headers, sent) {
  const token = headers.get(tokenHeader), date = Date.parse(headers.get("Date"));
  if (token) sessionStorage.setItem(storedToken, token);
  // The shop wrote the date between the request and now; it counts whole seconds, and a busy server a second late. A clock that agrees with that is left alone.
  if (date) clockOffset = Math.min(Math.max(clockOffset, date - Date.now()), date + dateBlur - sent);
}

function read(response, text) {
  const { ok, status } = response;
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    // Something between us and the shop has answered, such as the sign-in page of a public network.
    return { ok: false, status, body, problem: { code: ok ? "offline" : "fault", status } };
  }
  if (ok) return { ok, status, body, problem: null };
  const wait = Number(response.headers.get("Retry-After"));
  return { ok, status, body, problem: { ...body, code: body?.code ?? "fault", status, retryAfter: wait > 0 ? wait : undefined } };
}

const pause = (seconds, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(signal.reason);
  }, { once: true });
});
