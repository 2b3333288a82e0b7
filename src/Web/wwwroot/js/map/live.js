// Keeps the seats of a game current: by server-sent events, or by polling where the stream cannot be had.

import { get } from "../core/api.js";

const failuresAllowed = 3, silenceAllowed = 40_000, pollEvery = 3_000, pollAtMost = 15_000, streamAgainAfter = 30_000, hiddenAllowed = 60_000;

export class LiveSeats {
  #path; #grades; #seats; #report; #lost; #source = null; #failures = 0; #silence = 0; #poll = 0; #pollFailures = 0; #again = 0; #hidden = 0; #state = ""; #ended = false;
  #versions = new Map();

  /**
   * Starts at once and ends when `signal` aborts. `report(state)` is called with connecting, live, polling or offline;
   * `lost(seats)` with seats that the fan had chosen and that another fan took.
   */
  constructor(gameId, grades, seats, { report, lost }, signal) {
    this.#path = `/api/games/${gameId}`;
    [this.#grades, this.#seats, this.#report, this.#lost] = [grades, seats, report, lost];
    addEventListener("offline", () => this.#goOffline(), { signal });
    addEventListener("online", () => this.#restart(), { signal });
    document.addEventListener("visibilitychange", () => this.#shownOrHidden(), { signal });
    signal.addEventListener("abort", () => {
      this.#ended = true;
      clearTimeout(this.#hidden);
      this.#stop();
    }, { once: true });
    if (navigator.onLine) this.#restart();
    else this.#goOffline();
  }

  #say(state) {
    if (this.#state !== state) this.#report(this.#state = state);
  }

  #stop() {
    this.#source?.close();
    this.#source = null;
    for (const timer of [this.#silence, this.#poll, this.#again]) clearTimeout(timer);
    this.#again = 0;
  }

  /** A hidden page costs the shop nothing; a browser also has only a few connections for all its tabs. */
  #shownOrHidden() {
    clearTimeout(this.#hidden);
    if (document.hidden) this.#hidden = setTimeout(() => this.#stop(), hiddenAllowed);
    else if (!this.#source && !this.#again && navigator.onLine) this.#restart();
  }

  #goOffline() {
    this.#stop();
    this.#say("offline");
  }

  #restart() {
    this.#failures = 0;
    this.#say("connecting");
    this.#open();
  }

  #open() {
    this.#stop();
    if (this.#ended) return;
    const source = this.#source = new EventSource(`${this.#path}/seat-changes`);
    source.addEventListener("snapshot", event => this.#heard(() => this.#seats.load(JSON.parse(event.data))));
    source.addEventListener("delta", event => this.#heard(() => this.#seats.apply(JSON.parse(event.data).changes)));
    source.addEventListener("heartbeat", () => this.#heard(() => []));
    source.addEventListener("error", () => this.#failed(source));
    this.#listenForSilence();
  }

  #listenForSilence() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (++this.#failures >= failuresAllowed) this.#pollInstead();
      else this.#open();
    }, silenceAllowed);
  }

  #heard(take) {
    this.#failures = 0;
    this.#listenForSilence();
    const lost = take();
    this.#say("live");
    if (lost.length) this.#lost(lost);
  }

  /** The browser reconnects by itself and continues by version, unless the shop answered with an error. */
  #failed(source) {
    if (source !== this.#source) return;
    this.#say("connecting");
    if (source.readyState === EventSource.CLOSED || ++this.#failures >= failuresAllowed) this.#pollInstead();
  }

  #pollInstead() {
    this.#stop();
    if (!navigator.onLine) return this.#say("offline");
    this.#again = setTimeout(() => {
      this.#failures = failuresAllowed - 1;
      this.#open();
    }, streamAgainAfter);
    this.#pollOnce();
  }

  async #pollOnce() {
    const round = this.#again;
    const answers = await Promise.all(this.#grades.map(({ gradeId }) => get(`${this.#path}/grades/${gradeId}/taken`)));
    if (this.#again !== round) return;
    const lost = [];
    answers.forEach((answer, index) => {
      const { gradeId } = this.#grades[index];
      if (!answer.ok || this.#versions.get(gradeId) === answer.body.version) return;
      this.#versions.set(gradeId, answer.body.version);
      lost.push(...this.#seats.loadTaken(gradeId, answer.body.taken));
    });
    const failed = answers.some(answer => !answer.ok);
    this.#pollFailures = failed ? this.#pollFailures + 1 : 0;
    this.#say(failed ? "connecting" : "polling");
    if (lost.length) this.#lost(lost);
    this.#poll = setTimeout(() => this.#pollOnce(), Math.min(pollEvery * 2 ** this.#pollFailures, pollAtMost));
  }
}
