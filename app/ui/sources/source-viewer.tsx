/*
 * A cited document over the page: at most as wide as a sheet and 85 % as high as
 * the window. The passage the answer relies on is marked and scrolled into view,
 * in the text or, for a PDF, on its page.
 */
import { ExternalLink } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { cellPath, citedCell } from "#core/review/cited-cell.ts";
import { excerptFor } from "#core/sources/excerpt.ts";
import type { Range } from "#core/law/quotation.ts";
import {
  isOtherWording,
  isPdfDocument,
  lawDates,
  pageOfPlace,
  sourceDocumentId,
  sourceHost,
  sourceMetadata,
  sourceName,
  webDate,
  type CitedWords,
  type Source,
} from "#core/sources/source.ts";
import { signSelection, type CopiedText } from "../copied-text.ts";
import { buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { AmendedLaw } from "./amended-law.tsx";
import type { ViewedSource } from "./claim.ts";
import { useDocumentText } from "./use-document-text.ts";

type SourceViewerProps = ViewedSource & { onClose: () => void };

export function SourceViewer({ source, claim, cited, onClose }: SourceViewerProps) {
  const address = httpAddress(source.description);
  const cell = citedCell(source);
  const workspace = useWorkspace();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={sourceName(source)}
      description={kindOf(source)}
      size="wide"
      {...(address !== null && {
        footer: (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass("outline")}>
            Open the page <ExternalLink />
          </a>
        ),
      })}
      {...(cell !== null && {
        footer: (
          <Link to={workspace.path(cellPath(cell))} className={buttonClass("outline")}>
            Open the cell
          </Link>
        ),
      })}
    >
      <div className="contents" onCopy={(event) => signSelection(event, copiedSource(source))}>
        <SourceDocument key={source.id} source={source} claim={claim} cited={cited} />
      </div>
    </Dialog>
  );
}

function SourceDocument({ source, claim, cited }: ViewedSource) {
  const documentId = sourceDocumentId(source);
  const read = useDocumentText(documentId, source.content);
  const [asText, setAsText] = useState(false);
  if (read.state === "loading") return <Loading />;
  if (read.state === "failed")
    return (
      <p role="alert" className="py-10 text-center text-ink-soft">
        Failed to load document
      </p>
    );
  const { text } = read;
  const place = placeOf(text, claim, cited);
  const page = pageOfPlace(source, place?.start ?? 0) ?? 1;
  if (source.amended !== undefined || isOtherWording(source))
    return <AmendedLaw source={{ ...source, content: text }} cited={<SourceText text={text} place={place} />} />;
  if (documentId === undefined || !isPdfDocument(source)) return <SourceText text={text} place={place} />;
  const words = place === undefined ? "" : text.slice(place.start, place.end);
  const { pageSure } = sourceMetadata(source);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div role="group" aria-label="Show the document as" className="mb-3 flex gap-1">
        <ViewChoice label="Page" isChosen={!asText} onChoose={() => setAsText(false)} />
        <ViewChoice label="Text" isChosen={asText} onChoose={() => setAsText(true)} />
      </div>
      {asText ? (
        <SourceText text={text} place={place} />
      ) : (
        <Suspense fallback={<Loading />}>
          <PageView
            documentId={documentId}
            name={sourceName(source)}
            page={page}
            words={words}
            isRecognised={(number) => typeof pageSure?.[number - 1] === "number"}
          />
        </Suspense>
      )}
    </div>
  );
}

/** With pdf.js, which is larger than the page around it. */
const PageView = lazy(() =>
  import("./page-view.tsx").then(
    ({ PageView: view }) => ({ default: view }),
    () => ({ default: Unreachable }),
  ),
);

function Unreachable() {
  return (
    <p role="alert" className="py-10 text-center text-ink-soft">
      The pages could not be shown. The text can be.
    </p>
  );
}

function ViewChoice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="h-8 rounded-lg px-3 text-ink-soft touch-target hover:bg-wash hover:text-ink aria-pressed:bg-wash-strong aria-pressed:font-medium aria-pressed:text-ink"
    >
      {label}
    </button>
  );
}

function Loading() {
  return (
    <p role="status" className="py-10 text-center text-ink-soft">
      <Spinner className="mx-auto size-6" />
      <span className="sr-only">Loading the document</span>
    </p>
  );
}

/** Carries the provenance, so that text pasted into a draft is attributed to its source. */
function copiedSource(source: Source): CopiedText {
  const words = getSelection()?.toString() ?? "";
  const at = source.content?.indexOf(words) ?? -1;
  const page = at < 0 ? undefined : pageOfPlace(source, at);
  const place = page === undefined ? sourceMetadata(source).ref : `page ${page}`;
  return { kind: "source", source: sourceName(source), ...(place !== undefined && { place }) };
}

function SourceText({ text, place }: { text: string; place: Range | undefined }) {
  if (text.trim() === "") return <p className="py-10 text-center text-ink-soft">No content available</p>;
  return (
    <div className="mx-auto max-w-measure font-serif text-read break-words whitespace-pre-wrap">
      {place ? (
        <>
          {text.slice(0, place.start)}
          <mark
            ref={bringIntoView}
            className="rounded-xs bg-blue-soft text-ink underline decoration-blue decoration-2 underline-offset-4"
          >
            {text.slice(place.start, place.end)}
          </mark>
          {text.slice(place.end)}
        </>
      ) : (
        text
      )}
    </div>
  );
}

function bringIntoView(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: "center" });
}

/**
 * Where the server found the words in the full text; an unchecked citation is
 * located by the sentence that cites it.
 */
function placeOf(text: string, claim: string, cited: CitedWords | undefined): Range | undefined {
  if (cited?.start !== undefined && cited.end !== undefined && text.slice(cited.start, cited.end) === cited.words)
    return { start: cited.start, end: cited.end };
  const words = cited?.words ?? claim;
  const excerpt = words === "" ? null : excerptFor(text, words);
  if (!excerpt?.match) return undefined;
  const at = text.indexOf(excerpt.text);
  return at < 0 ? undefined : { start: at + excerpt.match.start, end: at + excerpt.match.end };
}

function kindOf(source: Source): string {
  const host = sourceHost(source);
  if (host !== undefined) return [host, webDate(source), sourceMetadata(source).notice].filter(Boolean).join(" · ");
  if (isPdfDocument(source)) return "PDF document";
  return source.type === "edgar"
    ? ["Legal source", lawDates(source), sourceMetadata(source).note, sourceMetadata(source).licence].filter(Boolean).join(" · ")
    : "File";
}

function httpAddress(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
