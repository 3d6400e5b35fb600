/*
 * The fields that are open at a place of a Word file (ECMA-376-1, 17.16.18). A complex field is an instruction, then its
 * result; either may hold further fields. What those in an instruction show is part of it, and not seen in Word.
 */
type OpenField<T> = { of: T; part: "instruction" | "result"; beganHere: boolean };

export class OpenFields<T> {
  readonly #open: OpenField<T>[] = [];

  /** `part`: a simple field has only its result within it. */
  begin(of: T, part: "instruction" | "result" = "instruction"): void {
    this.#open.push({ of, part, beganHere: true });
  }

  /** The result of the last begins. */
  separate(): void {
    const last = this.#open.at(-1);
    if (last) last.part = "result";
  }

  end(): T | undefined {
    return this.#open.pop()?.of;
  }

  endParagraph(): void {
    for (const field of this.#open) field.beganHere = false;
  }

  get last(): T | undefined {
    return this.#open.at(-1)?.of;
  }

  get all(): T[] {
    return this.#open.map(({ of }) => of);
  }

  /** Those in whose result the place is, from the outermost. */
  get withResult(): T[] {
    return this.#open.filter(({ part }) => part === "result").map(({ of }) => of);
  }

  /**
   * The field in whose instruction the last one stands, if any: the outermost. Not across paragraphs: a field that a
   * damaged file never ends hides none of its later words.
   */
  get around(): T | undefined {
    return this.#open.slice(0, -1).find(({ part, beganHere }) => part === "instruction" && beganHere)?.of;
  }
}
