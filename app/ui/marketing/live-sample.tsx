/*
 * A text with proposed changes that a visitor can try: accept, reject, undo. Without script it is a text with its
 * changes marked; front-script.js reveals the buttons and keeps the states, which CSS alone shows.
 */
import { Check, Undo2, X } from "lucide-react";
import { buttonClass } from "../kit/button.tsx";
import { samples, type Sample, type SampleChange, type SamplePiece } from "./samples.ts";

export function LiveSample() {
  return (
    <figure
      data-live=""
      aria-label="A text with proposed changes, to try"
      className="mt-3 overflow-clip rounded-xl border border-rule bg-raised shadow-panel"
    >
      <fieldset className="flex flex-wrap items-center gap-1 border-b border-rule px-4 py-2.5 sm:px-5">
        <legend className="sr-only">Which text</legend>
        {samples.map(({ id, kind }, i) => (
          <label key={id} className={tabClass}>
            <input type="radio" name="sample" value={id} defaultChecked={i === 0} className="sr-only" />
            {kind}
          </label>
        ))}
        <p className="ml-auto text-ink-soft max-sm:hidden">Try it: nothing changes until you accept it.</p>
      </fieldset>
      {samples.map((sample) => (
        <SampleView key={sample.id} sample={sample} />
      ))}
    </figure>
  );
}

/* The other text is hidden by its own radio button, so that choosing works without script. */
const shownWith: Record<string, string> = {
  contract: "in-[figure:has([value=essay]:checked)]:hidden",
  essay: "in-[figure:has([value=contract]:checked)]:hidden",
};

const tabClass =
  "rounded-lg px-3 py-1.5 font-medium text-ink-soft touch-target hover:bg-wash has-checked:bg-wash-strong has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-blue";

function SampleView({ sample: { id, title, paragraphs, changes } }: { sample: Sample }) {
  return (
    <div data-sample={id} className={`grid lg:grid-cols-[minmax(0,1fr)_22rem] ${shownWith[id]}`}>
      <div className="px-5 py-7 sm:px-10 sm:py-10">
        <h2 className="font-serif text-2xl font-medium sm:text-[1.75rem]">{title}</h2>
        {paragraphs.map((pieces) => (
          <p key={keyOf(pieces[0]!)} className="mt-4 max-w-160 font-serif text-lg leading-8 text-pretty">
            <Pieces pieces={pieces} />
          </p>
        ))}
      </div>
      <div className="border-t border-rule bg-desk px-4 py-4 sm:px-5 lg:border-t-0 lg:border-l">
        <div className="flex min-h-9 items-center gap-1">
          <h3 className="mr-auto font-medium">
            Changes{" "}
            <span data-left="" role="status" className="ml-1 font-normal text-ink-soft">
              {changes.length} proposed
            </span>
          </h3>
          <button type="button" hidden data-undo="" aria-disabled="true" className={`${buttonClass("quiet", "small")} ${later}`}>
            <Undo2 aria-hidden="true" /> Undo
          </button>
          <button type="button" hidden data-all="" className={`${buttonClass("outline", "small")} ${later}`}>
            Accept all
          </button>
        </div>
        <ol className="mt-2 divide-y divide-rule">
          {changes.map((change) => (
            <ChangeCard key={change.id} change={change} />
          ))}
        </ol>
      </div>
    </div>
  );
}

/* Hidden without script, whatever a button's own display is. */
const later = "aria-disabled:opacity-50 [[hidden]]:hidden";

function Pieces({ pieces }: { pieces: readonly SamplePiece[] }) {
  return pieces.map((piece) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <span
        key={keyOf(piece)}
        data-change={piece.change}
        data-state="open"
        className="rounded-sm transition-colors data-near:bg-blue-soft"
      >
        <del className={deletedClass}>{piece.deleted}</del>
        {piece.inserted !== undefined && <ins className={insertedClass}>{piece.inserted}</ins>}
      </span>
    ),
  );
}

const keyOf = (piece: SamplePiece) => (typeof piece === "string" ? piece : piece.change);

const deletedClass =
  "text-delete line-through decoration-1 [[data-state=accepted]>&]:hidden [[data-state=rejected]>&]:text-inherit [[data-state=rejected]>&]:no-underline";
const insertedClass =
  "ml-1 text-insert underline decoration-1 underline-offset-3 [[data-state=accepted]>&]:ml-0 [[data-state=accepted]>&]:text-inherit [[data-state=accepted]>&]:no-underline [[data-state=rejected]>&]:hidden";

function ChangeCard({ change: { id, summary, law } }: { change: SampleChange }) {
  return (
    <li data-card={id} data-state="open" className="py-3">
      <p>{summary}</p>
      {law && <LawChip id={id} {...law} />}
      <p hidden data-said="" className="mt-1.5 text-ink-soft" />
      <div hidden data-choices="" className="mt-1.5 gap-1.5 not-[[hidden]]:flex">
        <button type="button" data-to="accepted" aria-label={`Accept: ${summary}`} className={buttonClass("outline", "small")}>
          <Check aria-hidden="true" /> Accept
        </button>
        <button type="button" data-to="rejected" aria-label={`Reject: ${summary}`} className={buttonClass("quiet", "small")}>
          <X aria-hidden="true" /> Reject
        </button>
      </div>
      <button
        type="button"
        hidden
        data-to="open"
        aria-label={`Undo: ${summary}`}
        className={`mt-1.5 ${buttonClass("quiet", "small")} ${later}`}
      >
        <Undo2 aria-hidden="true" /> Undo
      </button>
    </li>
  );
}

/** The provision a change rests on, with its words in a popover that needs no script. */
function LawChip({ id, name, words }: { id: string; name: string; words: string }) {
  return (
    <>
      <button type="button" popoverTarget={`law-${id}`} className={lawClass}>
        <Check aria-hidden="true" className="size-3.5" /> {name}, verified
      </button>
      <div id={`law-${id}`} popover="auto" className={popoverClass}>
        <p className="font-medium">{name}</p>
        <blockquote className="mt-2 border-l-2 border-insert pl-3 font-serif text-base leading-7">“{words}”</blockquote>
        <p className="mt-3 text-ink-soft">Verified: these words are in the source.</p>
      </div>
    </>
  );
}

const lawClass =
  "mt-1.5 inline-flex items-center gap-1.5 rounded-full border border-insert/40 px-2.5 py-0.5 text-xs text-insert touch-target hover:bg-wash";
const popoverClass =
  "m-auto w-[min(92vw,28rem)] rounded-xl border border-rule bg-raised p-5 text-ink shadow-panel backdrop:bg-veil";
