/* The redactions of the document that is open: the words, why, who and when, and taking one back. */
import { Undo2 } from "lucide-react";
import type { CollectedDocument, Collection } from "#core/discovery/discovery.ts";
import { reasonWords } from "#core/discovery/redaction.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { momentOf } from "../organizations/dates.ts";
import { useRedacting } from "./use-redacting.ts";

type ListProps = { collection: Collection; document: CollectedDocument };

export function RedactionList({ collection: { id: collectionId, mayWrite }, document: { redactions, text } }: ListProps) {
  const { takeBack } = useRedacting(collectionId);
  if (redactions.length === 0) return null;
  return (
    <section aria-label="Redactions" className="mt-5">
      <h3 className="text-sm text-ink-faint">Redactions</h3>
      <ol className="scroll-thin mt-1 max-h-60 overflow-y-auto rounded-lg border border-rule">
        {redactions.map(({ id, start, end, reason, by, at }) => (
          <li key={id} className="flex items-center gap-3 border-b border-rule px-3 py-1.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <q dir="auto" className="block truncate font-serif">
                {text.slice(start, end).slice(0, 200)}
              </q>
              <p className="truncate text-sm text-ink-soft">
                {reasonWords[reason]} · {by ?? "Someone who has left"}, {momentOf(at)}
              </p>
            </div>
            {mayWrite && <IconButton label="Take back redaction" icon={<Undo2 />} onClick={() => void takeBack(id)} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
