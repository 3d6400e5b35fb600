/*
 * The source behind a citation: the few lines the sentence relies on, 420 px wide
 * beside the number, and a link to the whole document.
 */
import { History } from "lucide-react";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { Link } from "react-router";
import { excerptFor, excerptOfWords, type Excerpt } from "#core/sources/excerpt.ts";
import {
  amendedSentence,
  isOtherWording,
  lawDates,
  sourceHost,
  sourceMetadata,
  sourceName,
  webDate,
  type CitedWords,
  type Source,
} from "#core/sources/source.ts";
import { cellPath, citedCell } from "#core/review/cited-cell.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { overlays } from "../kit/overlays.ts";
import { useWorkspace } from "../shell/use-place.ts";
import type { OpenCitation } from "./claim.ts";
import { SourceSign } from "./source-list.tsx";
import { VerdictDetails } from "./verdict-details.tsx";

const PopoverPanel = overlays.part("PopoverPanel");

type CitationPopupProps = { citation: OpenCitation | null; onClose: () => void; onShow: (citation: OpenCitation) => void };

export function CitationPopup({ citation, onClose, onShow }: CitationPopupProps) {
  const card = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const peekedAt = citation?.isPeek ? citation.anchor : null;
  useEffect(() => (peekedAt === null ? undefined : whenLeft(peekedAt, card, () => close())), [peekedAt]);
  const workspace = useWorkspace();
  if (!citation) return null;
  const cell = citedCell(citation.source);
  const { anchor, source, claim, cited, isPeek = false } = citation;
  return (
    <PopoverPanel
      key={String(isPeek)}
      anchor={anchor}
      open
      isPeek={isPeek}
      onOpenChange={(open) => !open && onClose()}
      align="start"
      side="bottom"
      title={sourceName(source)}
      hideTitle
      className="w-[420px] p-4"
    >
      <div ref={card}>
        <p className="flex items-center gap-1.5 text-xs text-ink-faint">
          <SourceSign source={source} />
          {hostAndDate(source) ??
            (source.type === "edgar" ? ["Legal source", lawDates(source)].filter(Boolean).join(", ") : "File")}
        </p>
        <p className="mt-1 font-medium break-words">{sourceName(source)}</p>
        <SourceNotice source={source} />
        {cited !== undefined && (cited.verdict !== "not-checked" || cited.words !== undefined) && (
          <VerdictDetails cited={cited} source={source} />
        )}
        {cited?.verdict === "altered" ? null : source.content ? (
          <ExcerptText excerpt={excerptOf(source.content, claim, cited)} />
        ) : (
          <p className="mt-2 text-ink-soft">No content available</p>
        )}
        {source.amended !== undefined && (
          <p className="mt-3 flex gap-1.5 text-xs text-warn">
            <History className="mt-px size-3.5 shrink-0" aria-hidden="true" />
            {amendedSentence(source)}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onShow(citation)}>
            {source.amended === undefined || isOtherWording(source) ? "Show the document" : "See the current text"}
          </Button>
          {cell !== null && (
            <Link to={workspace.path(cellPath(cell))} className={buttonClass("outline", "small")}>
              Open the cell
            </Link>
          )}
        </div>
      </div>
    </PopoverPanel>
  );
}

/** Long enough to reach the card from its citation. */
const leaveMs = 250;

/** Once the pointer or the focus that is on either of them is on neither. */
function whenLeft(anchor: HTMLElement, card: RefObject<HTMLElement | null>, left: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const isOn = (target: EventTarget | null) =>
    target instanceof Element && (anchor.contains(target) || target.closest("[role=dialog]")?.contains(card.current) === true);
  function onOver({ target }: Event): void {
    clearTimeout(leaving);
    if (!isOn(target) && document.activeElement !== anchor) leaving = setTimeout(left, leaveMs);
  }
  document.addEventListener("pointerover", onOver, { signal });
  document.addEventListener("focusin", ({ target }) => !isOn(target) && left(), { signal });
  return () => {
    clearTimeout(leaving);
    listening.abort();
  };
}

function hostAndDate(source: Source): string | undefined {
  const host = sourceHost(source);
  return host === undefined ? undefined : [host, webDate(source)].filter(Boolean).join(", ");
}

/** Shown if only part of a page was available. */
function SourceNotice({ source }: { source: Source }) {
  const { notice } = sourceMetadata(source);
  return notice === undefined ? null : <p className="mt-1 text-xs text-ink-faint">{notice}</p>;
}

/** Around the words the server found or, if it found none, the best match for the claim itself. */
function excerptOf(content: string, claim: string, cited: CitedWords | undefined): Excerpt {
  if (cited?.start === undefined || cited.end === undefined) return excerptFor(content, claim);
  return excerptOfWords(content, { start: cited.start, end: cited.end });
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
