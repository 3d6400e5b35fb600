/*
 * Cross-references and footnotes in a Word file: bookmarks and fields, with the number as the
 * displayed result until Word updates it, and native footnotes.
 */
import { Bookmark, FootnoteReferenceRun, Paragraph, SimpleField, type ParagraphChild } from "docx";
import type { Node } from "prosemirror-model";
import { missingLabel, referenceTargets, type ReferenceTarget } from "#core/clauses/references.ts";

/** Word hides bookmarks that begin with an underscore from its lists. */
export const bookmarkPrefix = "_Ref";

export class DocxNumbers {
  readonly footnotes: Record<string, { children: Paragraph[] }> = {};
  #targets: ReadonlyMap<string, ReferenceTarget>;
  #notes = 0;

  constructor(document: Node) {
    const targets = referenceTargets(document).flatMap((target): [string, ReferenceTarget][] =>
      target.id === null ? [] : [[target.id, target]],
    );
    this.#targets = new Map(targets.toReversed());
  }

  get hasNotes(): boolean {
    return this.#notes > 0;
  }

  labelOf(reference: Node): string {
    return this.#targets.get(String(reference.attrs["target"]))?.label ?? missingLabel;
  }

  /** A heading is referenced by its words, which the bookmark contains; a clause by its full number. */
  reference(node: Node): ParagraphChild {
    const target = String(node.attrs["target"]);
    const kind = this.#targets.get(target)?.kind;
    const name = bookmarkPrefix + target;
    const field = kind === "footnote" ? `NOTEREF ${name} \\h` : kind === "clause" ? `REF ${name} \\w \\h` : `REF ${name} \\h`;
    return new SimpleField(field, this.labelOf(node));
  }

  /** `signOf` creates the mark in the text if it is part of a tracked change. */
  footnote(node: Node, words: ParagraphChild[], signOf: (number: number) => ParagraphChild | null): ParagraphChild {
    const number = ++this.#notes;
    this.footnotes[String(number)] = { children: [new Paragraph({ style: "FootnoteText", children: words })] };
    const sign = signOf(number) ?? new FootnoteReferenceRun(number);
    return bookmarked([sign], [node.attrs["id"]])[0]!;
  }
}

/** Wrapped in one bookmark per id. */
export function bookmarked(runs: ParagraphChild[], ids: readonly unknown[]): ParagraphChild[] {
  return ids.reduce<ParagraphChild[]>(
    (children, id) => (typeof id === "string" ? [new Bookmark({ id: bookmarkPrefix + id, children })] : children),
    runs,
  );
}
