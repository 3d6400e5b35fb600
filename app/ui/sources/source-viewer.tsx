/*
 * A cited document over the page: at most as wide as a sheet and 85 % as high as
 * the window. The passage the answer relies on is marked and scrolled into view in
 * the text; for a PDF, which is shown as printed, it is quoted above its page.
 */
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { excerptFor } from "#core/sources/excerpt.ts";
import { slugOfPath } from "#core/workspace/place.ts";
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
import { documentUrl } from "#core/sources/stored-file.ts";
import { signSelection, type CopiedText } from "../copied-text.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { AmendedLaw } from "./amended-law.tsx";
import type { ViewedSource } from "./claim.ts";
import { useDocumentText } from "./use-document-text.ts";

type SourceViewerProps = ViewedSource & { onClose: () => void };

export function SourceViewer({ source, claim, cited, onClose }: SourceViewerProps) {
  const address = httpAddress(source.description);
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
  const { text } = read;
  const place = placeOf(text, claim, cited);
  const page = pageOfPlace(source, place?.start ?? 0) ?? 1;
  if (source.amended !== undefined || isOtherWording(source))
    return <AmendedLaw source={source} cited={<SourceText text={text} place={place} />} />;
  if (documentId === undefined || !isPdfDocument(source)) return <SourceText text={text} place={place} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="mb-3 flex items-start gap-3">
        {place ? <Passage text={text} place={place} page={page} /> : <span className="flex-1" />}
        <Button variant="outline" size="small" onClick={() => setAsText(!asText)}>
          {asText ? "Show the pages" : "Show the text"}
        </Button>
      </div>
      {asText ? (
        <SourceText text={text} place={place} />
      ) : (
        <PdfPages documentId={documentId} name={sourceName(source)} page={page} />
      )}
    </div>
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
      {/* No sandbox attribute: the browser's own PDF viewer does not open in one. The document's
         content security policy has the same effect. */}
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

/** The cited words with their page, above pages on which nothing can be marked. */
function Passage({ text, place, page }: { text: string; place: Range; page: number }) {
  return (
    <p className="min-w-0 flex-1 border-l-2 border-blue pl-3 font-serif">
      <span className="mr-2 font-sans text-xs text-ink-faint">Page {page}</span>
      <mark className="rounded-xs bg-blue-soft text-ink">{text.slice(place.start, place.end)}</mark>
    </p>
  );
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
