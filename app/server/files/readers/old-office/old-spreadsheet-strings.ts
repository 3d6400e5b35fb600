/* The strings of an XLS file: one or two bytes per character, which may change where a record is continued. */

/** A string whose length takes one or two bytes. */
export function stringAt(data: Buffer, at: number, lengthSize: 1 | 2): string {
  const count = lengthSize === 1 ? data[at]! : data.readUInt16LE(at);
  const flags = data[at + lengthSize] ?? 0;
  const start = at + lengthSize + 1 + ((flags & 8) === 0 ? 0 : 2) + ((flags & 4) === 0 ? 0 : 4);
  return (flags & 1) === 0
    ? data.toString("latin1", start, start + count)
    : data.toString("utf16le", start, Math.min(data.length, start + count * 2));
}

/** Reads over the limits of the records that the table was divided into. */
class Pieces {
  #pieces: readonly Buffer[];
  #piece = 0;
  #at = 0;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  get isOver(): boolean {
    return this.#piece >= this.#pieces.length;
  }

  byte(): number {
    this.#settle();
    return this.#pieces[this.#piece]?.[this.#at++] ?? 0;
  }

  number(bytes: 2 | 4): number {
    let value = 0;
    for (let at = 0; at < bytes; at++) value += this.byte() * 256 ** at;
    return value;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && !this.isOver;) {
      this.#settle();
      const step = Math.min(left, (this.#pieces[this.#piece]?.length ?? 0) - this.#at);
      this.#at += step;
      left -= step;
      if (step === 0) break;
    }
  }

  /** In a further record the characters begin with a byte that says how wide they are from there on. */
  characters(count: number, isWide: boolean): string {
    let text = "";
    let wide = isWide;
    while (text.length < count && !this.isOver) {
      const piece = this.#pieces[this.#piece]!;
      if (this.#at >= piece.length) {
        this.#piece++;
        this.#at = 0;
        if (!this.isOver) wide = (this.byte() & 1) === 1;
        continue;
      }
      const width = wide ? 2 : 1;
      const end = Math.min(piece.length, this.#at + (count - text.length) * width);
      const more = piece.toString(wide ? "utf16le" : "latin1", this.#at, end);
      this.#at = end;
      if (more === "") break;
      text += more;
    }
    return text;
  }

  #settle(): void {
    while (!this.isOver && this.#at >= this.#pieces[this.#piece]!.length) {
      this.#piece++;
      this.#at = 0;
    }
  }
}

export function sharedStrings(pieces: readonly Buffer[]): string[] {
  const reader = new Pieces(pieces);
  reader.skip(4);
  const count = reader.number(4);
  const strings: string[] = [];
  while (strings.length < count && !reader.isOver) {
    const length = reader.number(2);
    const flags = reader.byte();
    const runs = (flags & 8) === 0 ? 0 : reader.number(2);
    const extra = (flags & 4) === 0 ? 0 : reader.number(4);
    strings.push(reader.characters(length, (flags & 1) === 1));
    reader.skip(runs * 4 + extra);
  }
  return strings;
}
