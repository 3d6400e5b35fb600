/*
 * A page of a PDF as it is printed, with the cited words marked where they stand: by the page's own text, or by what its
 * picture was read as. Fetched when it is first shown.
 */
import { ChevronDown, ChevronUp, ExternalLink, Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import { documentUrl } from "#core/sources/stored-file.ts";
import { findOnPage, recognisedItems, type FoundOnPage } from "#core/sources/words-on-page.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import { ask } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { openPdf, placedTexts, type PDFDocumentProxy, type PDFPageProxy } from "./pdf-file.ts";

export type PageViewProps = {
  documentId: string;
  name: string;
  /** The page that is cited. */
  page: number;
  words: string;
  /** Counted from 1: whether the page's words were read from a picture. */
  isRecognised(page: number): boolean;
};

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

export function PageView({ documentId, name, page: cited, words, isRecognised }: PageViewProps) {
  const slug = slugOfPath(location.pathname);
  const address = `${documentUrl(documentId)}${slug === null ? "" : `?organization=${encodeURIComponent(slug)}`}`;
  const pdf = usePdf(address);
  const [number, setNumber] = useState(cited);
  const [zoom, setZoom] = useState(1);
  if (pdf === "failed")
    return (
      <p role="alert" className="py-10 text-center text-ink-soft">
        The pages could not be shown.{" "}
        <a className="text-blue underline" href={address} target="_blank" rel="noopener">
          Open the file
        </a>
      </p>
    );
  const count = pdf?.numPages ?? cited;
  const show = (page: number) => setNumber(Math.min(count, Math.max(1, page)));
  const zoomBy = (by: number) => setZoom((now) => steps[Math.min(steps.length - 1, Math.max(0, steps.indexOf(now) + by))] ?? 1);
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      PageDown: () => show(number + 1),
      PageUp: () => show(number - 1),
      "+": () => zoomBy(1),
      "-": () => zoomBy(-1),
      "0": () => setZoom(1),
    };
    if (actions[event.key] === undefined) return;
    event.preventDefault();
    actions[event.key]!();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for what its buttons do
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <div className="mb-2 flex flex-wrap items-center gap-1">
        <IconButton label="Previous page" icon={<ChevronUp />} disabled={number <= 1} onClick={() => show(number - 1)} />
        <IconButton label="Next page" icon={<ChevronDown />} disabled={number >= count} onClick={() => show(number + 1)} />
        <span aria-live="polite" className="px-1 text-sm text-ink-soft tabular-nums">
          Page {number}
          {pdf && ` of ${count}`}
        </span>
        <span className="flex-1" />
        <IconButton label="Smaller" icon={<Minus />} disabled={zoom === steps[0]} onClick={() => zoomBy(-1)} />
        <span className="w-12 text-center text-sm text-ink-soft tabular-nums">{Math.round(zoom * 100)} %</span>
        <IconButton label="Larger" icon={<Plus />} disabled={zoom === steps.at(-1)} onClick={() => zoomBy(1)} />
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label="Open the file"
          title="Open the file"
          className="grid size-8 place-items-center rounded-lg text-ink-soft hover:bg-wash hover:text-ink"
        >
          <ExternalLink className="size-4" />
        </a>
      </div>
      {pdf === null ? (
        <Waiting />
      ) : (
        <Sheet
          key={number}
          pdf={pdf}
          documentId={documentId}
          title={`${name}, page ${number}`}
          number={number}
          zoom={zoom}
          words={number === cited ? words : ""}
          isRecognised={isRecognised(number)}
        />
      )}
    </div>
  );
}

function Waiting() {
  return (
    <p role="status" className="grid min-h-80 flex-1 place-items-center text-ink-soft">
      <Spinner className="size-6" />
      <span className="sr-only">Loading the page</span>
    </p>
  );
}

/** Null while it is being opened. */
function usePdf(address: string): PDFDocumentProxy | "failed" | null {
  const [pdf, setPdf] = useState<PDFDocumentProxy | "failed" | null>(null);
  useEffect(() => {
    const opened = openPdf(address);
    let isOpen = true;
    opened.pdf.then(
      (ready) => isOpen && setPdf(ready),
      () => isOpen && setPdf("failed"),
    );
    return () => {
      isOpen = false;
      opened.close();
    };
  }, [address]);
  return pdf;
}

/** `rotation`: at which the page is upright, also if it was scanned lying on its side. */
type Read = { page: PDFPageProxy; rotation: number; text: string; words: string; found: FoundOnPage | null };
type SheetProps = {
  pdf: PDFDocumentProxy;
  documentId: string;
  title: string;
  number: number;
  zoom: number;
  words: string;
  isRecognised: boolean;
};

function Sheet({ pdf, documentId, title, number, zoom, words, isRecognised }: SheetProps) {
  const [read, setRead] = useState<Read | "failed" | null>(null);
  const [width, setWidth] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isShown = true;
    readPage(pdf, number, isRecognised ? documentId : null, words).then(
      (ready) => isShown && setRead(ready),
      () => isShown && setRead("failed"),
    );
    return () => void (isShown = false);
  }, [pdf, number, documentId, isRecognised, words]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {read !== null && read !== "failed" && words !== "" && <Finding found={read.found} />}
      <div
        ref={frame}
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="h-[62vh] min-h-80 overflow-auto rounded-lg border border-rule bg-desk"
      >
        {read === "failed" && (
          <p role="alert" className="py-10 text-center text-ink-soft">
            This page could not be shown.
          </p>
        )}
        {read === null && <Waiting />}
        {read !== null && read !== "failed" && width > 0 && <Drawn read={read} width={width} zoom={zoom} />}
      </div>
    </>
  );
}

function Finding({ found }: { found: FoundOnPage | null }) {
  if (found !== null && !found.isPart) return null;
  return (
    <p role="status" className="mb-2 text-xs text-ink-soft">
      {found === null
        ? "The cited words could not be marked on this page. They are marked in the text."
        : "The cited words are partly on another page."}
    </p>
  );
}

async function readPage(pdf: PDFDocumentProxy, number: number, recognisedIn: string | null, words: string): Promise<Read> {
  const page = await pdf.getPage(number);
  const recognised = recognisedIn === null ? null : await recognisedPage(recognisedIn, number);
  const items = recognised === null ? await placedTexts(page) : recognisedItems(recognised);
  const rotation = (page.rotate + (recognised?.turn ?? 0)) % 360;
  const text = items.map((item) => item.text).join(" ");
  return { page, rotation, text, words, found: words === "" ? null : findOnPage(items, words) };
}

async function recognisedPage(documentId: string, number: number): Promise<RecognisedPage> {
  return (await ask<{ page: RecognisedPage }>(`/api/documents/${documentId}/pages/${number}`)).page;
}

function bringIntoView(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: "center", inline: "nearest" });
}

/** `width`: the room there is; at 100 % the page fills it. */
function Drawn({ read: { page, rotation, text, words, found }, width, zoom }: { read: Read; width: number; zoom: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const whole = page.getViewport({ scale: 1, rotation });
  const shown = { width: Math.round(Math.min(width, 900) * zoom), height: 0 };
  shown.height = Math.round((shown.width * whole.height) / whole.width);
  useEffect(() => {
    const dots = Math.min(devicePixelRatio || 1, 3, Math.sqrt(mostDots / (shown.width * shown.height)));
    const viewport = page.getViewport({ scale: (shown.width / whole.width) * dots, rotation });
    const sheet = canvas.current!;
    sheet.width = Math.round(viewport.width);
    sheet.height = Math.round(viewport.height);
    const drawing = page.render({ canvas: sheet, viewport });
    // It ends with an error when it is cancelled.
    drawing.promise.catch(() => {});
    return () => drawing.cancel();
  }, [page, rotation, shown.width, shown.height, whole.width]);
  return (
    <div className="relative mx-auto bg-white" style={shown}>
      <canvas ref={canvas} aria-hidden="true" className="size-full" />
      {found?.boxes.map(({ left, top, right, bottom }, at) => (
        <span
          // Made again on another page and at another size, and so brought into view again.
          key={`${page.pageNumber} ${zoom} ${left} ${top}`}
          data-cited
          ref={at === 0 ? bringIntoView : null}
          aria-hidden="true"
          className="absolute rounded-xs bg-[#ffd84d]/60 mix-blend-multiply"
          style={{
            left: `${left * 100}%`,
            top: `${top * 100}%`,
            width: `${(right - left) * 100}%`,
            height: `${(bottom - top) * 100}%`,
          }}
        />
      ))}
      <div className="sr-only">
        {found !== null && (
          <p>
            Cited on this page: <mark>{words}</mark>
          </p>
        )}
        <p>{text}</p>
      </div>
    </div>
  );
}

/** Of the drawn page, for phones with little memory. */
const mostDots = 12_000_000;
