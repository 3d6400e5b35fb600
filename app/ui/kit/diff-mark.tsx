/* A piece of a comparison: deletions struck through, insertions underlined, never by color alone. */
import type { DiffSegment } from "#core/changes/word-diff.ts";

export function DiffMark({ kind, text }: DiffSegment) {
  if (kind === "equal") return text;
  // A struck or underlined space would look like a word.
  const words = text.trim() || text;
  const start = text.indexOf(words);
  return (
    <>
      {text.slice(0, start)}
      {kind === "removed" ? (
        <del className={removedClass}>{words}</del>
      ) : (
        // Words that touch would be read as one.
        <ins className={`${addedClass} [del+&]:ms-[0.2em]`}>{words}</ins>
      )}
      {text.slice(start + words.length)}
    </>
  );
}

const removedClass = "rounded-xs bg-delete-soft text-delete line-through decoration-delete/70";
const addedClass = "rounded-xs bg-insert-soft text-insert underline decoration-insert/70 underline-offset-4";
