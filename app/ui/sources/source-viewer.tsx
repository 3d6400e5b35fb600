/*
 * A cited document over the page: at most as wide as a sheet and 85 % as high
 * as the window. The passage the answer leans on is marked and in view: in the
 * text itself, and for a PDF, which is shown as it was printed, above its page.
 */
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { excerptFor } from "#core/excerpt.ts";
import { slugOfPath } from "#core/place.ts";
import {
  isPdfDocument,
  lawDates,
  pageOfPlace,
  sourceDocumentId,
  sourceHost,
  sourceMetadata,
  sourceName,
  type Source,
  webDate,
} from "#core/source.ts";
import { documentUrl } from "#core/stored-file.ts";
import { signSelection, type CopiedText } from "../copied-text.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { AmendedLaw } from "./amended-law.tsx";
import { useDocumentText } from "./use-document-text.ts";

type SourceViewerProps = {
  source: Source | null;
  /** The sentence that cites it, to find the passage by. */
  claim: string;
  onClose: () => void;
};

export function SourceViewer({ source, claim, onClose }: SourceViewerProps) {
  const address = source === null ? null : httpAddress(source.description);
  return (
    <Dialog
      open={source !== null}
      onOpenChange={(open) => !open && onClose()}
      title={source ? sourceName(source) : "Source"}
      description={source ? kindOf(source) : undefined}
      size="wide"
      {...(address !== null && {
        footer: (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass("outline")}>
            Open the page <ExternalLink />
          </a>
        ),
      })}
    >
      {source && (
        <div className="contents" onCopy={(event) => signSelection(event, copiedSource(source))}>
          <SourceDocument key={source.id} source={source} claim={claim} />
        </div>
      )}
    </Dialog>
  );
}

function SourceDocument({ source, claim }: { source: Source; claim: string }) {
  const documentId = sourceDocumentId(source);
  const read = useDocumentText(documentId, source.content);
  const [asText, setAsText] = useState(false);
  if (read.state === "loading")
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        <Spinner className="mx-auto size-6" />
        <span className="sr-only">Loading the document</span>
      </p>
    );
  if (read.state === "failed")
    return (
      <p role="alert" className="py-10 text-center text-ink-soft">
        Failed to load document
      </p>
    );
  if (source.amended !== undefined) return <AmendedLaw source={source} cited={<SourceText text={read.text} claim={claim} />} />;
  if (documentId === undefined || !isPdfDocument(source)) return <SourceText text={read.text} claim={claim} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="mb-3 flex items-start gap-3">
        <Passage text={read.text} claim={claim} source={source} />
        <Button variant="outline" size="small" onClick={() => setAsText(!asText)}>
          {asText ? "Show the pages" : "Show the text"}
        </Button>
      </div>
      {asText ? (
        <SourceText text={read.text} claim={claim} />
      ) : (
        <PdfPages documentId={documentId} name={sourceName(source)} page={pageOf(source, read.text, claim)} />
      )}
    </div>
  );
}

/** Pasted into a draft, it is known from where it is quoted. */
function copiedSource(source: Source): CopiedText {
  const words = getSelection()?.toString() ?? "";
  const at = source.content?.indexOf(words) ?? -1;
  const page = at < 0 ? undefined : pageOfPlace(source, at);
  const place = page === undefined ? sourceMetadata(source).ref : `page ${page}`;
  return { kind: "source", source: sourceName(source), ...(place !== undefined && { place }) };
}

function PdfPages({ documentId, name, page }: { documentId: string; name: string; page: number }) {
  const [isLoaded, setLoaded] = useState(false);
  const slug = slugOfPath(location.pathname);
  const place = slug === null ? "" : `?organization=${encodeURIComponent(slug)}`;
  return (
    <div className="relative h-[62vh] min-h-80 overflow-hidden rounded-lg border border-rule bg-desk">
      {!isLoaded && (
        <p className="absolute inset-0 grid place-items-center text-ink-soft">
          <Spinner className="size-6" />
        </p>
      )}
      {/* No sandbox attribute: the browser's own PDF viewer does not open in one. The policy that comes with the document does the same. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        title={`${name}, page ${page}`}
        src={`${documentUrl(documentId)}${place}#page=${page}&navpanes=0`}
        onLoad={() => setLoaded(true)}
        className="absolute inset-0 size-full"
      />
    </div>
  );
}

/** The cited words with their page, above the pages on which nothing can be marked. */
function Passage({ text, claim, source }: { text: string; claim: string; source: Source }) {
  const place = claim === "" ? undefined : placeOf(text, claim);
  if (!place) return <span className="flex-1" />;
  return (
    <p className="min-w-0 flex-1 border-l-2 border-blue pl-3 font-serif">
      <span className="mr-2 font-sans text-xs text-ink-faint">Page {pageOf(source, text, claim)}</span>
      <mark className="rounded-xs bg-blue-soft text-ink">{text.slice(place.start, place.end)}</mark>
    </p>
  );
}

function SourceText({ text, claim }: { text: string; claim: string }) {
  if (text.trim() === "") return <p className="py-10 text-center text-ink-soft">No content available</p>;
  const place = claim === "" ? undefined : placeOf(text, claim);
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

function pageOf(source: Source, text: string, claim: string): number {
  const place = claim === "" ? undefined : placeOf(text, claim);
  return pageOfPlace(source, place?.start ?? 0) ?? 1;
}

/** The excerpt says what to mark; where it stands is found by its words. */
function placeOf(text: string, claim: string): { start: number; end: number } | undefined {
  const excerpt = excerptFor(text, claim);
  if (!excerpt.match) return undefined;
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
