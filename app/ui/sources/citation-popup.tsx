/*
 * What stands behind a citation: the few lines of the source that the sentence
 * leans on, 420 px wide beside the number, and the way to the whole document.
 */
import { excerptFor, type Excerpt } from "#core/excerpt.ts";
import { lawDates, sourceHost, sourceName, type Source } from "#core/source.ts";
import { Button } from "../kit/button.tsx";
import { overlays } from "../kit/overlays.ts";
import type { OpenCitation } from "./claim.ts";
import { SourceSign } from "./source-list.tsx";

const PopoverPanel = overlays.part("PopoverPanel");

type CitationPopupProps = { citation: OpenCitation | null; onClose: () => void; onShow: (source: Source, claim: string) => void };

export function CitationPopup({ citation, onClose, onShow }: CitationPopupProps) {
  if (!citation) return null;
  const { anchor, source, claim } = citation;
  return (
    <PopoverPanel
      anchor={anchor}
      open
      onOpenChange={(open) => !open && onClose()}
      align="start"
      side="bottom"
      title={sourceName(source)}
      hideTitle
      className="w-[420px] p-4"
    >
      <p className="flex items-center gap-1.5 text-xs text-ink-faint">
        <SourceSign source={source} />
        {sourceHost(source) ?? (source.type === "edgar" ? ["Legal source", lawDates(source)].filter(Boolean).join(", ") : "File")}
      </p>
      <p className="mt-1 font-medium break-words">{sourceName(source)}</p>
      {source.content ? (
        <ExcerptText excerpt={excerptFor(source.content, claim)} />
      ) : (
        <p className="mt-2 text-ink-soft">No content available</p>
      )}
      <Button size="small" className="mt-3" onClick={() => onShow(source, claim)}>
        Show the document
      </Button>
    </PopoverPanel>
  );
}

function ExcerptText({ excerpt }: { excerpt: Excerpt }) {
  const { text, match, moreBefore, moreAfter } = excerpt;
  return (
    <blockquote className="mt-2 border-l-2 border-rule pl-3 font-serif text-base break-words">
      {moreBefore && "…"}
      {match ? (
        <>
          {text.slice(0, match.start)}
          <mark className="rounded-xs bg-blue-soft text-ink">{text.slice(match.start, match.end)}</mark>
          {text.slice(match.end)}
        </>
      ) : (
        text
      )}
      {moreAfter && "…"}
    </blockquote>
  );
}
