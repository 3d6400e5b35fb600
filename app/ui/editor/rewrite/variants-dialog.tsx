/*
 * Versions of the selected passage, side by side with what each changes. One is
 * chosen, or single changes are taken out of each; the result is proposed in the
 * text as one change. Nothing is lost when the model gives less than was asked for.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Patch } from "#core/changes/patch.ts";
import {
  composed,
  turnPart,
  turnWhole,
  variantOf,
  type Taken,
  type Variant,
  type VariantPart,
} from "#core/changes/variant-parts.ts";
import { wordDiff } from "#core/changes/word-diff.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { useOpenDocument } from "../../chat/open-document.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Difference } from "../../kit/difference.tsx";
import { DiffMark } from "../../kit/diff-mark.tsx";
import { Spinner } from "../../kit/spinner.tsx";

/** What is to be rewritten, where it stands, and how; `body` is the request for it. */
export type VariantsAsked = { patch: Patch; prompt: string; body: object };

type Answer = { variants: Variant[]; model: string };
type VariantsDialogProps = {
  editor: Editor;
  asked: VariantsAsked;
  /** Another object asks again. */
  onAsk: (asked: VariantsAsked) => void;
  onClose: () => void;
};

/** Mounted only while open. */
export function VariantsDialog({ editor, asked, onAsk, onClose }: VariantsDialogProps) {
  const { patch, prompt } = asked;
  const document = useOpenDocument();
  const { answer, problem } = useVariants(asked);
  const [taken, setTaken] = useState<Taken>([]);
  const variants = answer?.variants ?? [];
  // Until something is taken there is nothing for the versions that have just arrived.
  const chosen = variants.map((_, at) => taken[at] ?? []);
  const text = composed(patch.original, variants, chosen);
  const canPropose = answer !== null && document !== null && text !== patch.original;
  const isStuck = problem !== null || answer?.variants.length === 0;
  function close() {
    onClose();
    // Once the dialog has given back the focus.
    setTimeout(() => editor.isDestroyed || editor.view.focus());
  }
  function propose() {
    if (!canPropose) return;
    const by = { model: answer.model, prompt: patch.summary ?? prompt };
    document.propose(`selection.${uuidv7()}`, "", [{ ...patch, replacement: text }], by);
    // The selection would cover the proposal.
    editor.commands.setTextSelection(editor.state.selection.to);
    close();
  }
  useVersionKeys((at) => variants[at] !== undefined && setTaken(turnWhole(variants, chosen, at)), propose);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      size="widest"
      title="Choose a version"
      description={`${patch.summary ?? prompt}. Take a whole version, or single changes from each.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={!isStuck && !canPropose} onClick={isStuck ? () => onAsk({ ...asked }) : propose}>
            {isStuck ? "Try again" : "Propose change"}
          </Button>
        </>
      }
    >
      <>
        <Said answer={answer} problem={problem} />
        {variants.length > 0 && (
          <>
            <Versions count={variants.length}>
              {variants.map((variant, at) => (
                <VariantCard
                  key={variant.text}
                  number={at + 1}
                  variant={variant}
                  taken={chosen[at]!}
                  onWhole={() => setTaken(turnWhole(variants, chosen, at))}
                  onPart={(part) => setTaken(turnPart(variants, chosen, at, part))}
                />
              ))}
            </Versions>
            <Result original={patch.original} text={text} />
          </>
        )}
      </>
    </Dialog>
  );
}

/** Wherever the focus is: until the versions are there, it is on the buttons below them. */
function useVersionKeys(onVersion: (at: number) => void, onPropose: () => void): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey || event.shiftKey) return;
    if (isCommand && event.key === "Enter") onPropose();
    else if (!isCommand && /^[1-3]$/.test(event.key)) onVersion(Number(event.key) - 1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener("keydown", onKey, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}

/** Takes the focus from the buttons below, of which the last may have become another. */
function Versions({ count, children }: { count: number; children: ReactNode }) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={group} role="group" aria-label="Versions" tabIndex={-1} className={`grid gap-4 outline-none ${columns[count]}`}>
      {children}
    </div>
  );
}

const columns = ["", "", "lg:grid-cols-2", "lg:grid-cols-3"];

function useVariants(asked: VariantsAsked) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const { patch, body } = asked;
    const ended = new AbortController();
    ask<{ variants: string[]; model: string }>("/api/text-variants", {
      body,
      signal: ended.signal,
    }).then(
      ({ variants, model }) => setAnswer({ variants: variants.map((text) => variantOf(patch.original, text)), model }),
      (error: unknown) => ended.signal.aborted || setProblem(sentenceOf(problemIn(error))),
    );
    return () => {
      ended.abort();
      setAnswer(null);
      setProblem(null);
    };
  }, [asked]);
  return { answer, problem };
}

/** What became of the request, where that is not plain from the versions. */
function Said({ answer, problem }: { answer: Answer | null; problem: string | null }) {
  if (problem !== null) return <p role="alert">{problem} Your text is unchanged.</p>;
  if (answer === null)
    return (
      <p role="status" className="flex items-center gap-2 py-6 text-ink-soft">
        <Spinner className="size-4" /> Writing three versions…
      </p>
    );
  const fewer = sentences[answer.variants.length];
  return (
    <p role="status" className={fewer === undefined ? "sr-only" : "mb-3 text-ink-soft"}>
      {fewer ?? "Three versions."}
    </p>
  );
}

const sentences: readonly (string | undefined)[] = [
  "The model gave no version that differs from your text.",
  "The model gave only one version that differs from your text.",
  "The model gave only two versions that differ.",
];

type VariantCardProps = {
  number: number;
  variant: Variant;
  taken: readonly number[];
  onWhole: () => void;
  onPart: (part: number) => void;
};

function VariantCard({ number, variant, taken, onWhole, onPart }: VariantCardProps) {
  const id = useId();
  const isWhole = taken.length === variant.parts.length;
  return (
    <section
      aria-labelledby={id}
      className={`flex flex-col rounded-xl border bg-paper p-4 ${isWhole ? "border-blue" : "border-rule"}`}
    >
      <header className="mb-2 flex items-baseline gap-3 text-xs">
        <h3 id={id} className="text-sm font-medium text-ink">
          Version {number}
        </h3>
        <WordCounts {...variant} />
      </header>
      <div className="mb-3 font-serif text-read break-words whitespace-pre-wrap">
        {variant.pieces.map(({ part, text }, at) =>
          part === null ? (
            text
          ) : (
            <Part
              key={at}
              part={variant.parts[part]!}
              isAlone={variant.isRewrite}
              isTaken={taken.includes(part)}
              onTurn={() => onPart(part)}
            />
          ),
        )}
      </div>
      <Button
        size="small"
        className="mt-auto self-start"
        aria-pressed={isWhole}
        aria-keyshortcuts={String(number)}
        onClick={onWhole}
      >
        {isWhole ? "Taken" : "Take this version"}
        <span aria-hidden="true" className="text-ink-faint tabular-nums pointer-coarse:hidden">
          {number}
        </span>
      </Button>
    </section>
  );
}

type PartProps = { part: VariantPart; isAlone: boolean; isTaken: boolean; onTurn: () => void };

/** No button element, which would not break across lines with the text. */
function Part({ part, isAlone, isTaken, onTurn }: PartProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== " " && (event.key !== "Enter" || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onTurn();
  }
  return (
    <span
      role="button"
      tabIndex={0}
      aria-pressed={isTaken}
      onClick={onTurn}
      onKeyDown={onKeyDown}
      className={`cursor-pointer rounded-sm box-decoration-clone outline-offset-2 ${isTaken ? "bg-blue-soft ring-1 ring-blue" : "hover:bg-wash-strong"}`}
    >
      <span aria-hidden="true">
        {isAlone
          ? part.added
          : part.segments.map(({ kind, text }, at) => <DiffMark key={`${at} ${kind}`} kind={kind} text={visible(kind, text)} />)}
      </span>
      {/* Last: at the start, a line could end between it and the words. */}
      <span className="sr-only">{labelOf(part)}</span>
    </span>
  );
}

/** A changed line break would not be seen. */
function visible(kind: string, text: string): string {
  return kind === "equal" || text.trim() !== "" ? text : text.replaceAll("\n", "↵\n").replaceAll(" ", "␣");
}

function labelOf({ removed, added }: VariantPart): string {
  if (added.trim() === "") return `Delete “${removed.trim()}”`;
  if (removed.trim() === "") return `Insert “${added.trim()}”`;
  return `Replace “${removed.trim()}” with “${added.trim()}”`;
}

function Result({ original, text }: { original: string; text: string }) {
  const id = useId();
  const diff = useMemo(() => wordDiff(original, text), [original, text]);
  const isSame = text === original;
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-rule pt-4">
      <header className="mb-2 flex items-baseline gap-3 text-xs">
        <h3 id={id} className="text-sm font-medium text-ink">
          Result
        </h3>
        <span role="status">{isSame ? <span className="text-ink-soft">Nothing taken yet.</span> : <WordCounts {...diff} />}</span>
      </header>
      {isSame || diff.isRewrite ? (
        <p className={`font-serif text-read break-words whitespace-pre-wrap ${isSame ? "text-ink-soft" : ""}`}>{text}</p>
      ) : (
        <Difference segments={diff.segments} />
      )}
    </section>
  );
}

function WordCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="tabular-nums">
      <span className="text-insert">+{added}</span> <span className="text-delete">−{removed}</span> words
    </span>
  );
}
