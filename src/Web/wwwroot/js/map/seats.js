// The state of every seat of a game, without canvas or page. A snapshot packs two bits a seat; deltas change single seats.

export const free = 0, held = 1, sold = 2, blocked = 3;
/** What the map shows besides the states of the shop: held by the fan, and chosen by the fan. */
export const mine = 4, chosen = 5;
/** The names of the looks; texts and colours are found by them. */
export const looks = ["free", "held", "sold", "blocked", "mine", "chosen"];

/** Above this number of changes at once, listeners draw everything anew. */
const many = 1000;

/** The states of seats 1 to `capacity`, from base64: the lowest bits of the first byte are seat 1. */
export function unpack(packed, capacity) {
  const bytes = atob(packed), states = new Uint8Array(capacity);
  if (bytes.length * 4 < capacity) throw new RangeError(`${bytes.length} bytes hold fewer than ${capacity} seats`);
  for (let seat = 0; seat < capacity; seat++) states[seat] = bytes.charCodeAt(seat >> 2) >> (seat % 4 * 2) & 3;
  return states;
}

export const keyOf = (gradeId, number) => `${gradeId}:${number}`;

/** The seats of a game. `changed` is called with `[{gradeId, number}]` after single seats, with null after any of them may have changed. */
export class Seats {
  #grades = new Map();
  #mine = new Set();
  #chosen = new Map();
  #listeners = new Set();
  /** False until the first snapshot: until then every seat counts as free. */
  loaded = false;

  /** Starts with the grades of a game, every seat free. */
  constructor(grades) {
    for (const { gradeId, capacity } of grades) this.#grades.set(gradeId, new Uint8Array(capacity));
  }

  /** Registers a listener; returns what removes it. */
  listen(changed) {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  /** The state in the shop. */
  stateOf(gradeId, number) { return this.#grades.get(gradeId)?.[number - 1] ?? blocked; }

  /** What to show: the fan's own seats come before the states of the shop. */
  lookOf(gradeId, number) {
    if (!this.#mine.size && !this.#chosen.size) return this.stateOf(gradeId, number);
    const key = keyOf(gradeId, number);
    return this.#mine.has(key) ? mine : this.#chosen.has(key) ? chosen : this.stateOf(gradeId, number);
  }

  /** The number of free seats of a block. */
  freeIn(block) {
    const states = this.#grades.get(block.gradeId), end = block.firstNumber - 1 + block.rows * block.seatsPerRow;
    let count = 0;
    for (let seat = block.firstNumber - 1; seat < end; seat++) if (states[seat] === free) count++;
    return count;
  }

  /** The number of seats of a grade in a state. */
  count(gradeId, state) {
    let count = 0;
    for (const one of this.#grades.get(gradeId) ?? []) if (one === state) count++;
    return count;
  }

  /** Takes a snapshot: every grade it names is replaced. Returns seats the fan had chosen and that are not free any more. */
  load(snapshot) {
    return this.#replace(snapshot.grades.filter(grade => this.#grades.has(grade.gradeId))
      .map(grade => [grade.gradeId, unpack(grade.seats, this.#grades.get(grade.gradeId).length)]));
  }

  /** Takes the list of taken seats of a grade, where there is no snapshot. The list does not tell sold seats from held ones. */
  loadTaken(gradeId, numbers) {
    const before = this.#grades.get(gradeId);
    if (!before) return [];
    const states = new Uint8Array(before.length);
    for (const number of numbers) states[number - 1] = before[number - 1] || sold;
    return this.#replace([[gradeId, states]]);
  }

  /** Takes changes `[gradeId, number, state]`. Returns seats the fan had chosen and that are not free any more. */
  apply(changes) {
    const touched = [];
    for (const [gradeId, number, state] of changes) {
      const states = this.#grades.get(gradeId);
      if (!states || number < 1 || number > states.length || states[number - 1] === state) continue;
      states[number - 1] = state;
      touched.push({ gradeId, number });
    }
    return this.#tell(touched, this.#dropLost(touched));
  }

  /** The chosen seats, in the order in which they were chosen. */
  get chosen() { return [...this.#chosen.values()]; }

  isChosen(gradeId, number) { return this.#chosen.has(keyOf(gradeId, number)); }

  choose(gradeId, number) {
    this.#chosen.set(keyOf(gradeId, number), { gradeId, number });
    this.#tell([{ gradeId, number }]);
  }

  drop(gradeId, number) {
    if (this.#chosen.delete(keyOf(gradeId, number))) this.#tell([{ gradeId, number }]);
  }

  /** Replaces the seats that the fan holds; they are chosen no more. */
  setMine(seats) {
    const before = [...this.#mine].map(key => key.split(":").map(Number)).map(([gradeId, number]) => ({ gradeId, number }));
    this.#mine = new Set(seats.map(seat => keyOf(seat.gradeId, seat.number)));
    for (const key of this.#mine) this.#chosen.delete(key);
    this.#tell([...before, ...seats]);
  }

  #replace(grades) {
    const touched = [];
    for (const [gradeId, states] of grades) {
      const before = this.#grades.get(gradeId);
      states.forEach((state, index) => { if (state !== before[index]) touched.push({ gradeId, number: index + 1 }); });
      this.#grades.set(gradeId, states);
    }
    this.loaded = true;
    return this.#tell(touched.length > many ? null : touched, this.#dropLost());
  }

  #dropLost(among = this.chosen) {
    const lost = among.filter(seat => this.isChosen(seat.gradeId, seat.number) && this.stateOf(seat.gradeId, seat.number) !== free);
    for (const seat of lost) this.#chosen.delete(keyOf(seat.gradeId, seat.number));
    return lost;
  }

  #tell(changes, result = []) {
    if (changes === null || changes.length) for (const changed of this.#listeners) changed(changes);
    return result;
  }
}
