/* The sources under an answer, in the order of their numbers. One press shows the document. */
import { FileText, Globe, Landmark } from "lucide-react";
import { useState } from "react";
import { sourceListLabel, sourceName, type Source } from "#core/source.ts";
import { useChatTools } from "../chat/chat-context.ts";

const shownAtFirst = 4;

export function SourceList({ sources, messageId }: { sources: readonly Source[]; messageId: string }) {
  const { showSource } = useChatTools();
  const [all, setAll] = useState(false);
  const visible = sources.filter((source) => source.hidden !== true);
  if (visible.length === 0) return null;
  const shown = all ? visible : visible.slice(0, shownAtFirst);
  return (
    <section aria-label="Sources" className="mt-4 font-sans">
      <h3 className="group-label mb-1.5">Sources</h3>
      <ul className="flex flex-wrap gap-1.5">
        {shown.map((source) => (
          <li key={source.id}>
            <button
              type="button"
              title={sourceName(source)}
              onClick={() => showSource(source.id, messageId)}
              className="flex h-8 max-w-64 items-center gap-1.5 rounded-lg border border-rule pr-2.5 pl-1.5 text-xs text-ink-soft touch-target hover:border-rule-strong hover:text-ink [&_svg]:size-3.5 [&_svg]:shrink-0"
            >
              {source.number !== undefined && (
                <span className="min-w-4 text-center text-ink-faint tabular-nums">{source.number}</span>
              )}
              <SourceSign source={source} />
              <span className="truncate">{sourceListLabel(source)}</span>
            </button>
          </li>
        ))}
        {!all && visible.length > shownAtFirst && (
          <li>
            <button
              type="button"
              className="h-8 rounded-lg px-2 text-xs text-blue touch-target hover:bg-wash"
              onClick={() => setAll(true)}
            >
              {visible.length - shownAtFirst} more
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** A sign of our own for each kind: the page loads nothing from a host that a model named. */
export function SourceSign({ source }: { source: Pick<Source, "type"> }) {
  if (source.type === "web") return <Globe className="size-3.5" aria-hidden="true" />;
  return source.type === "edgar" ? (
    <Landmark className="size-3.5" aria-hidden="true" />
  ) : (
    <FileText className="size-3.5" aria-hidden="true" />
  );
}
