/*
 * A cited document over the page: at most as wide as a sheet and 85 % as high
 * as the window. The passage the answer leans on is marked and in view.
 */
import { ExternalLink } from "lucide-react";
import { excerptFor } from "#core/excerpt.ts";
import { isPdfDocument, sourceHost, sourceName, type Source } from "#core/source.ts";
import { buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";

type SourceViewerProps = {
  source: Source | null;
  /** The sentence that cites it, to find the passage by. */
  claim: string;
  onClose: () => void;
};

export function SourceViewer({ source, claim, onClose }: SourceViewerProps) {
  const address = source?.type === "web" ? httpAddress(source.description) : null;
  return (
    <Dialog
      open={source !== null}
      onOpenChange={(open) => !open && onClose()}
      title={source ? sourceName(source) : "Source"}
      description={source ? (sourceHost(source) ?? kindOf(source)) : undefined}
      size="wide"
      {...(address !== null && {
        footer: (
          <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass("outline")}>
            Open the page <ExternalLink />
          </a>
        ),
      })}
    >
      {source && <SourceText source={source} claim={claim} />}
    </Dialog>
  );
}

function SourceText({ source, claim }: { source: Source; claim: string }) {
  const text = source.content ?? "";
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

/** The excerpt says what to mark; where it stands is found by its words. */
function placeOf(text: string, claim: string): { start: number; end: number } | undefined {
  const excerpt = excerptFor(text, claim);
  if (!excerpt.match) return undefined;
  const at = text.indexOf(excerpt.text);
  return at < 0 ? undefined : { start: at + excerpt.match.start, end: at + excerpt.match.end };
}

function kindOf(source: Source): string {
  if (isPdfDocument(source)) return "PDF document";
  return source.type === "edgar" ? "Legal source" : "File";
}

function httpAddress(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
