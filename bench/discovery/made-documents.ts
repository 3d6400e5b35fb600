/*
 * Emails and documents of which everything is known: which are one thread, which texts are nearly the same, and which
 * only have half of their words in common.
 */
import { emailOf, mboxOf } from "../../test/collected-emails.ts";
import { docxOf, pdfOf, zipOf } from "../../test/documents.ts";

/** `near`: of texts that differ in two words of a hundred. `name`: what it is found by, if it is no email. */
export type Made = { id: string; thread: number | null; near: number | null; attachments: number };
export type MadeFile = { name: string; bytes: Buffer; made: Made[] };

const inFile = 10_000;
/** Documents for each hundred emails. */
const documentsOf100 = 10;

type Text = { words: string[]; near: number };

export class Maker {
  #state = 20_261_128;
  readonly #vocabulary: readonly string[];
  readonly #texts: Text[] = [];
  #nears = 0;
  #threads = 0;
  #count = 0;

  constructor() {
    const syllables = "ba co du fe gi ho ju ka le mi no pe ru sa ti vo".split(" ");
    const syllable = () => syllables[this.below(syllables.length)];
    this.#vocabulary = Array.from({ length: 8_000 }, () => Array.from({ length: 2 + this.below(3) }, syllable).join(""));
  }

  /** From 0 to 1, the same in every run. */
  random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  /** One of the words that are in many documents, and one of those that are in few. */
  common(): string {
    return this.#vocabulary[this.below(400)]!;
  }
  rare(): string {
    return this.#vocabulary[2_000 + this.below(6_000)]!;
  }

  /** A mailbox and an archive of documents for each ten thousand emails. */
  *files(emails: number): Generator<MadeFile> {
    for (let from = 0; from < emails; from += inFile) {
      const count = Math.min(inFile, emails - from);
      yield this.#mailbox(`Box ${from / inFile + 1}.mbox`, count);
      yield this.#archive(`Folder ${from / inFile + 1}.zip`, Math.round((count * documentsOf100) / 100));
    }
  }

  #mailbox(name: string, emails: number): MadeFile {
    const made: Made[] = [];
    const texts: string[] = [];
    while (made.length < emails) this.#addThread(made, texts, Math.min(emails - made.length, 1 + this.below(8)));
    return { name, bytes: Buffer.from(mboxOf(texts)), made };
  }

  /** One to eight emails; some replies name nothing. */
  #addThread(made: Made[], emails: string[], length: number): void {
    const thread = this.#threads++;
    const subject = `${this.#words(3).join(" ")} ${thread}`;
    const people = [this.below(400), this.below(400)];
    const begins = Date.UTC(2020, 0, 1) + (thread % 1_500) * 86_400_000;
    for (let at = 0; at < length; at++) {
      const id = `m${this.#count++}`;
      const { words, near } = this.#text();
      const [from, to] = at % 2 === 0 ? people : people.toReversed();
      const names = at > 0 && this.random() < 0.85;
      const attachments = this.random() < 0.1 ? [{ name: `${id}.txt`, text: this.#words(100).join(" ") }] : [];
      emails.push(
        emailOf({
          id,
          from: `Person ${from} <p${from}@example.org>`,
          to: `Person ${to} <p${to}@example.org>`,
          subject: at === 0 ? subject : `Re: ${subject}`,
          day: new Date(begins + at * 86_400_000).toISOString().slice(0, 10),
          ...(names && { inReplyTo: made.at(-1)!.id }),
          text: inLines(words).join("\r\n"),
          ...(attachments.length > 0 && { attachments }),
        }),
      );
      made.push({ id, thread, near, attachments: attachments.length });
    }
  }

  #archive(name: string, documents: number): MadeFile {
    const made: Made[] = [];
    const parts: { name: string; data: Buffer }[] = [];
    for (let at = 0; at < documents; at++) {
      const { words, near } = this.#text();
      const lines = inLines(words);
      const kind = ["docx", "pdf", "txt"][at % 3]!;
      const id = `d${this.#count++}.${kind}`;
      const data = { docx: () => docxOf(lines), pdf: () => pdfOf([lines]), txt: () => Buffer.from(lines.join("\n")) }[kind]!();
      parts.push({ name: `Papers/${id}`, data });
      made.push({ id, thread: null, near, attachments: 0 });
    }
    return { name, bytes: zipOf(parts), made };
  }

  /** One in ten is nearly one of before; one in twenty has half of such a one, and is no near duplicate. */
  #text(): { words: string[]; near: number | null } {
    const kind = this.random();
    const of = this.#texts.length < 50 || kind >= 0.15 ? null : this.#texts[this.below(this.#texts.length)]!;
    if (of === null) return this.#newText();
    if (kind < 0.1) return { words: of.words.map((word) => (this.random() < 0.02 ? this.#word() : word)), near: of.near };
    const half = of.words.slice(0, of.words.length / 2);
    return { words: [...half, ...this.#words(half.length)], near: null };
  }

  #newText(): { words: string[]; near: number | null } {
    const words = this.#words(40 + this.below(160));
    if (this.random() >= 0.1) return { words, near: null };
    const near = this.#nears++;
    this.#texts.push({ words, near });
    return { words, near };
  }

  #words(count: number): string[] {
    return Array.from({ length: count }, () => this.#word());
  }

  /** Few words are frequent and many are rare. */
  #word(): string {
    return this.#vocabulary[Math.floor(this.random() ** 3 * this.#vocabulary.length)]!;
  }
}

function inLines(words: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(words.length / 12) }, (_, at) => words.slice(at * 12, at * 12 + 12).join(" "));
}
