/* A piece of a comparison: deletions struck through, insertions underlined, never by color alone. */
import type { DiffSegment } from "#core/changes/word-diff.ts";

export function DiffMark({ kind, text }: DiffSegment) {
  if (kind === "equal") return text;
  // Words that touch would be read as one.
  if (kind === "added") return <ins className={`${addedClass} [del+&]:ms-[0.2em]`}>{text}</ins>;
  // A struck space would look like a struck word.
  const words = text.trimEnd() || text;
  return (
    <>
      <del className={removedClass}>{words}</del>
      {text.slice(words.length)}
    </>
  );
}

const removedClass = "rounded-xs bg-delete-soft text-delete line-through decoration-delete/70";
const addedClass = "rounded-xs bg-insert-soft text-insert underline decoration-insert/70 underline-offset-4";
