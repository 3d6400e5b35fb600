/*
 * What becomes of the things of an archive. A thing keeps its id if that is free; otherwise it and its parts move to
 * other ids, wherever they are named.
 */
import type { Thing } from "./things.ts";

/** `isNew`: it comes with this import; otherwise it was there before. */
export type Decision = { id: string; isNew: boolean };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export class RestoringPlan {
  readonly #moved = new Map<string, string>();
  readonly #things = new Map<Thing, Map<string, { source: string; isNew: boolean }>>();

  /** What the archive's `source` is here. */
  decide(thing: Thing, source: string, { id, isNew }: Decision): void {
    if (source !== id) this.#moved.set(source, id);
    const things = this.#things.get(thing) ?? new Map<string, { source: string; isNew: boolean }>();
    // Two of an archive may become one: what is there counts.
    if (!things.has(id)) things.set(id, { source, isNew });
    this.#things.set(thing, things);
  }

  /** It could not be written. */
  drop(thing: Thing, id: string): void {
    this.#things.get(thing)?.delete(id);
  }

  isMoved(source: string): boolean {
    return this.#moved.has(source);
  }

  movePart(source: string, id: string): void {
    this.#moved.set(source, id);
  }

  /** With every id that has moved replaced. */
  moved(line: string): string {
    return this.#moved.size === 0 ? line : line.replaceAll(uuid, (id) => this.#moved.get(id) ?? id);
  }

  /** By its id here. */
  isNew(thing: Thing, id: string): boolean {
    return this.#things.get(thing)?.get(id)?.isNew === true;
  }

  /** Whether it is the person's, here before or with this import. */
  isThere(thing: Thing, id: string): boolean {
    return this.#things.get(thing)?.has(id) === true;
  }

  sourceOf(thing: Thing, id: string): string {
    return this.#things.get(thing)?.get(id)?.source ?? id;
  }
}
