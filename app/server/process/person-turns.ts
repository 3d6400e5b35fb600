/*
 * Decides whose file or text is processed next. Each person has one turn at a time and people are served in rotation,
 * so a hundred files of one person hold up no one else. After work that had to be aborted, its person is delayed, twice
 * as long each time, until a turn succeeds or they have had none for a while.
 */
export type Turn = { end(wasGivenUp: boolean): void };

type Waiting = { person: string; begin: (turn: Turn | null) => void };
type Pause = { count: number; until: number };

const firstPauseMs = 5_000;
/** A longer delay becomes a refusal. */
const longestWaitMs = 60_000;
const longestPauseMs = 10 * 60_000;
const mostWaiting = 50;

/** Why a turn is refused outright: too many of theirs are queued, or too many were aborted recently. */
export type TurnRefusal = "many-waiting" | "pausing";

export class PersonTurns {
  #places: number;
  #now: () => number;
  #waiting: Waiting[] = [];
  #served = new Set<string>();
  /** When each waiting person arrived or was last served: the lowest is next. */
  #order = new Map<string, number>();
  #last = 0;
  #pauses = new Map<string, Pause>();
  #timer: NodeJS.Timeout | undefined;

  constructor(places: number, now: () => number = Date.now) {
    this.#places = places;
    this.#now = now;
  }

  refusal(person: string): TurnRefusal | null {
    if (this.#waiting.filter((one) => one.person === person).length >= mostWaiting) return "many-waiting";
    return this.#pauseOf(person) > longestWaitMs ? "pausing" : null;
  }

  /** Null if it was closed meanwhile. */
  take(person: string): Promise<Turn | null> {
    const { promise, resolve } = Promise.withResolvers<Turn | null>();
    this.#waiting.push({ person, begin: resolve });
    if (!this.#order.has(person)) this.#order.set(person, ++this.#last);
    this.#serve();
    return promise;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { begin } of this.#waiting.splice(0)) begin(null);
  }

  #serve(): void {
    clearTimeout(this.#timer);
    for (;;) {
      if (this.#served.size >= this.#places) return;
      const ready = this.#waiting.filter(({ person }) => !this.#served.has(person) && this.#pauseOf(person) === 0);
      if (ready.length === 0) break;
      this.#begin(ready.reduce((best, one) => (this.#placeOf(one) < this.#placeOf(best) ? one : best)));
    }
    const soonest = Math.min(
      ...this.#waiting.filter(({ person }) => !this.#served.has(person)).map(({ person }) => this.#pauseOf(person)),
    );
    if (Number.isFinite(soonest)) this.#timer = setTimeout(() => this.#serve(), soonest + 1).unref();
  }

  #begin(waiting: Waiting): void {
    const { person, begin } = waiting;
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#served.add(person);
    begin({
      end: (wasGivenUp) => {
        this.#served.delete(person);
        if (this.#waiting.some((one) => one.person === person)) this.#order.set(person, ++this.#last);
        else this.#order.delete(person);
        this.#note(person, wasGivenUp);
        this.#serve();
      },
    });
  }

  #placeOf({ person }: Waiting): number {
    return this.#order.get(person) ?? 0;
  }

  #note(person: string, wasGivenUp: boolean): void {
    for (const [one, { until }] of this.#pauses) if (until < this.#now() - longestPauseMs) this.#pauses.delete(one);
    if (!wasGivenUp) return void this.#pauses.delete(person);
    const count = (this.#pauses.get(person)?.count ?? 0) + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1));
    this.#pauses.set(person, { count, until: this.#now() + pause });
  }

  /** Milliseconds from now. */
  #pauseOf(person: string): number {
    const pause = this.#pauses.get(person);
    if (pause === undefined) return 0;
    return Math.max(0, pause.until - this.#now());
  }
}
