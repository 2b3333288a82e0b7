// Asking again and again: once a second while all is well, later and later while it isn't.

const pace = 1000, longest = 5000, patience = 3000;

/** An answer as JSON. Throws where there is none, or a refusal: its status is with the error. */
export async function ask(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(patience), headers: { accept: "application/json" } });
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { status: answer.status });
  return answer.json();
}

/** Looks, shows how it went, and looks again. */
export class Live {
  #look; #state; #timer = null; #failures = 0; #paused = false; #round = 0;

  /** `look` is awaited; `state` takes live, paused or lost, and when the next try is, in ms. */
  constructor(look, state) {
    this.#look = look;
    this.#state = state;
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.restart(); });
  }

  get paused() { return this.#paused; }

  /** Looks at once, unless paused. What an earlier look says is no longer waited for. */
  restart() {
    clearTimeout(this.#timer);
    this.#round++;
    if (!this.#paused) this.#turn(this.#round);
  }

  /** Stops looking, or goes on. */
  toggle() {
    this.#paused = !this.#paused;
    this.#failures = 0;
    if (this.#paused) this.#state("paused");
    this.restart();
  }

  async #turn(round) {
    const isCurrent = () => round === this.#round;
    let next = pace;
    try {
      await this.#look(isCurrent);
      if (!isCurrent()) return;
      this.#failures = 0;
      this.#state("live");
    } catch (error) {
      if (!isCurrent()) return;
      next = Math.min(pace * 2 ** this.#failures++, longest);
      this.#state("lost", next, error.status);
    }
    // Nobody looks at a hidden page; it goes on once it is seen again.
    if (!document.hidden) this.#timer = setTimeout(() => this.#turn(round), next);
  }
}
