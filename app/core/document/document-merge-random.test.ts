/*
 * Two sides edit different words and blocks of one random text, often side by side, so
 * what the merge should give is known: no word may be lost, doubled or moved.
 */
import { expect, test } from "vitest";
import { mergeDocuments } from "./document-merge.ts";
import { documentToMarkdown } from "./document-to-markdown.ts";
import { markdownToDocument } from "./markdown-to-document.ts";

type Side = "mine" | "theirs";
type Word = { text: string; by?: Side; kind?: "replace" | "after" | "delete"; to?: string };
type Block = { words: Word[]; isHeading: boolean; by?: Side; kind?: "after" | "delete" | "split"; at: number; more: string };

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function anyText(random: () => number): Block[] {
  const below = (count: number) => Math.floor(random() * count);
  const side = (): Side => (random() < 0.5 ? "mine" : "theirs");
  let count = 0;
  const unique = () => `w${++count}`;
  const text = Array.from({ length: 1 + below(4) }, () => {
    const block: Block = { words: [], isHeading: random() < 0.2, at: 0, more: `${unique()} ${unique()} ${unique()}` };
    if (random() < 0.4) Object.assign(block, { by: side(), kind: (["after", "delete", "split"] as const)[below(3)] });
    // Between two edited words there is always one that nobody changed.
    for (let i = 0, length = 3 + 2 * below(3); i < length; i++) {
      const word: Word = { text: unique() };
      if (i % 2 === 0 && random() < 0.5)
        Object.assign(word, { by: side(), kind: (["replace", "after", "delete"] as const)[below(3)], to: unique() });
      if (block.kind === "delete" && word.by) word.by = block.by!;
      block.words.push(word);
    }
    block.at = 1 + 2 * below((block.words.length - 1) / 2);
    // A deleted word takes the space before it, which here became the end of a block.
    const first = block.words[block.at + 1];
    if (block.kind === "split" && first?.kind === "delete") delete first.by;
    return block;
  });
  // What one side inserts within a stretch that the other deletes keeps the stretch.
  for (const [i, { words, kind }] of text.entries()) {
    const last = words.at(-1)!;
    if (kind === "after" && text[i + 1]?.kind === "delete") delete last.by;
  }
  return text;
}

/** What the text is after the edits of these sides. */
function written(text: readonly Block[], sides: readonly Side[]): { words: string; isHeading: boolean }[] {
  const isDone = (by: Side | undefined) => by !== undefined && sides.includes(by);
  const wordsOf = (some: readonly Word[]) =>
    some
      .flatMap(({ text, by, kind, to }) => (!isDone(by) ? [text] : kind === "delete" ? [] : kind === "after" ? [text, to!] : [to!]))
      .join(" ");
  const blocks = text.flatMap(({ words, isHeading, by, kind, at, more }) => {
    if (!isDone(by)) return [{ words: wordsOf(words), isHeading }];
    if (kind === "delete") return [];
    if (kind === "after")
      return [
        { words: wordsOf(words), isHeading },
        { words: more, isHeading: false },
      ];
    return [
      { words: wordsOf(words.slice(0, at + 1)), isHeading },
      { words: wordsOf(words.slice(at + 1)), isHeading },
    ];
  });
  return blocks.filter(({ words }) => words !== "");
}

const forms = {
  "paragraphs and headings": (blocks: ReturnType<typeof written>) =>
    blocks.map(({ words, isHeading }) => (isHeading ? `# ${words}` : words)).join("\n\n"),
  "list items": (blocks: ReturnType<typeof written>) => blocks.map(({ words }) => `- ${words}`).join("\n"),
};

test.each(Object.entries(forms))("what two sides change in different places of %s is all there, once", (_, form) => {
  const wrong: object[] = [];
  for (let seed = 1; seed <= 1500; seed++) {
    const text = anyText(randomOf(seed));
    const [base, mine, theirs, both] = ([[], ["mine"], ["theirs"], ["mine", "theirs"]] as const).map((sides) =>
      form(written(text, sides)),
    );
    if ([mine, theirs, both].includes("")) continue;
    const [b, m, t] = [base!, mine!, theirs!].map(markdownToDocument);
    const { document } = mergeDocuments(b!, m!, t!);
    const merged = documentToMarkdown(document);
    if (merged !== documentToMarkdown(markdownToDocument(both!))) wrong.push({ seed, base, mine, theirs, both, merged });
  }
  expect([wrong.length, ...wrong.slice(0, 3)]).toEqual([0]);
});
