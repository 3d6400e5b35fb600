/* The sources below an answer, in numerical order. A click shows the document. */
import { CircleAlert, FileText, Landmark } from "lucide-react";
import { useState } from "react";
import { unknownSentence } from "#core/claims/verdicts.ts";
import { amendedSentence, sourceHost, sourceListLabel, sourceName, type Source } from "#core/sources/source.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { Favicon } from "./favicon.tsx";

const shownAtFirst = 4;

export function SourceList({ sources, messageId }: { sources: readonly Source[]; messageId: string }) {
  const { showSource } = useChatTools();
  const [all, setAll] = useState(false);
  const visible = sources.filter((source) => source.hidden !== true && source.unknown === undefined);
  const unknown = sources.filter((source) => source.unknown !== undefined);
  if (visible.length + unknown.length === 0) return null;
  const shown = all ? visible : visible.slice(0, shownAtFirst);
  return (
    <section aria-label="Sources" className="mt-4 font-sans">
      {unknown.length > 0 && <UnknownAuthorities sources={unknown} />}
      {visible.length > 0 && <h3 className="group-label mb-1.5">Sources</h3>}
      <ul className="flex flex-wrap gap-1.5">
        {shown.map((source) => (
          <li key={source.id}>
            <button
              type="button"
              title={[sourceName(source), amendedSentence(source)].filter(Boolean).join(". ")}
              onClick={() => showSource(source.id, messageId)}
              className="flex h-8 max-w-80 items-center gap-1.5 rounded-lg border border-rule pr-2.5 pl-1.5 text-xs text-ink-soft touch-target hover:border-rule-strong hover:text-ink [&_svg]:size-3.5 [&_svg]:shrink-0"
            >
              {source.number !== undefined && (
                <span className="min-w-4 text-center text-ink-faint tabular-nums">{source.number}</span>
              )}
              <SourceSign source={source} />
              <span className="truncate">{sourceListLabel(source)}</span>
              {source.amended !== undefined && (
                <span className="shrink-0 text-warn">{source.amended.isRepealed ? "repealed since" : "amended since"}</span>
              )}
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

/** Law that the answer names, with or without a number, but that is not in the stored law. */
function UnknownAuthorities({ sources }: { sources: readonly Source[] }) {
  return (
    <div className="mb-3 rounded-lg border border-danger/40 px-3 py-2 text-xs">
      <h3 className="mb-1 flex items-center gap-1.5 font-medium text-danger">
        <CircleAlert className="size-3.5" aria-hidden="true" />
        Unknown {sources.length === 1 ? "authority" : "authorities"}
      </h3>
      <ul className="grid gap-0.5 text-ink-soft">
        {sources.map((source) => (
          <li key={source.id}>
            <span className="text-ink">{sourceName(source)}</span>: {unknownSentence(source)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A web page's favicon, or one of our own icons for anything else. */
export function SourceSign({ source }: { source: Pick<Source, "type" | "name" | "description"> }) {
  if (source.type === "web") return <Favicon host={sourceHost(source)} />;
  return source.type === "edgar" ? (
    <Landmark className="size-3.5" aria-hidden="true" />
  ) : (
    <FileText className="size-3.5" aria-hidden="true" />
  );
}
