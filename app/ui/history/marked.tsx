import { markWords } from "./mark-words.ts";

export function Marked({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((piece, i) =>
    i % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity, and never move
      <mark key={i} className="rounded-xs bg-blue-soft text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
