// Polls once a second; after failures the interval grows up to five seconds.

const pace = 1000, longest = 5000, patience = 3000;

/** Returns a response as JSON. Throws if there is none, or for an error response, with its status. */
export async function request(path) {
  const response = await fetch(path, { signal: AbortSignal.timeout(patience), headers: { accept: "application/json" } });
  if (!response.ok) throw Object.assign(new Error(`${path}: ${response.status}`), { status: response.status });
  return response.json();
}

/** Polls, shows the connection state, and polls again. */
export class Live {
  #poll; #state; #timer = null; #failures = 0; #paused = false; #round = 0;

  /** Awaits `poll`; calls `state` with live, paused or lost, and for lost with the pause before the next poll, in ms. */
  constructor(poll, state) {
    this.#poll = poll;
    this.#state = state;
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.restart(); });
  }

  get paused() { return this.#paused; }

  /** Polls at once, unless paused. The result of an earlier poll is ignored. */
  restart() {
    clearTimeout(this.#timer);
    this.#round++;
    if (!this.#paused) this.#run(this.#round);
  }

  /** Pauses or resumes. */
  toggle() {
    this.#paused = !this.#paused;
    this.#failures = 0;
    if (this.#paused) this.#state("paused");
    this.restart();
  }

  async #run(round) {
    const isCurrent = () => round === this.#round;
    let next = pace;
    try {
      await this.#poll(isCurrent);
      if (!isCurrent()) return;
      this.#failures = 0;
      this.#state("live");
    } catch (error) {
      if (!isCurrent()) return;
      next = Math.min(pace * 2 ** this.#failures++, longest);
      this.#state("lost", next, error.status);
    }
    // A hidden page does not poll; it resumes when it becomes visible.
    if (!document.hidden) this.#timer = setTimeout(() => this.#run(round), next);
  }
}
