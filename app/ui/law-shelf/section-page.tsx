/*
 * A section of stored law: its text, and two of its wordings compared. Word by word where they have much in common,
 * else side by side, which reads better then; the reader may choose.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { ArrowLeft, ExternalLink } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Form, Link, useSubmit } from "react-router";
import { wordDiff, type WordDiff } from "#core/changes/word-diff.ts";
import type { SectionLinks as Links, SectionWordings } from "#core/law/law-shelf.ts";
import { wordingWords } from "#core/law/law-shelf-words.ts";
import type { WordingsQuery } from "#core/requests/law.ts";
import { Button } from "../kit/button.tsx";
import { chipClass } from "../kit/chip.ts";
import { DiffMark } from "../kit/diff-mark.tsx";
import { Difference } from "../kit/difference.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { SectionLinks } from "./section-links.tsx";
import { actPath, counted } from "./shelf-words.ts";

type Wording = SectionWordings["wordings"][number];
type SectionPageProps = { asked: WordingsQuery; section: SectionWordings };

export function SectionPage({ asked, section, links }: SectionPageProps & { links: Links }) {
  const place = useWorkspace();
  const { act, label, heading, path, url, wordings } = section;
  const [from, to] = chosenOf(wordings, asked);
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-6 pb-20">
        <Link
          to={place.path(actPath(act.id))}
          className="-ml-2 inline-flex min-h-9 max-w-full items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0"
        >
          <ArrowLeft aria-hidden="true" /> <span className="min-w-0 truncate">{act.title}</span>
        </Link>
        <header className="mt-2">
          {path.length > 0 && <p className="text-sm text-ink-faint wrap-anywhere">{path.join(" › ")}</p>}
          <h1 lang={act.language} className="font-serif text-display wrap-anywhere">
            {label} {heading}
          </h1>
          {url !== "" && (
            <p className="mt-1">
              <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="text-blue touch-target hover:underline">
                Open the source <ExternalLink className="inline size-3" aria-hidden="true" />
              </a>
            </p>
          )}
        </header>
        {from === undefined ? (
          <Alone wording={to} language={act.language} />
        ) : (
          <Comparison key={`${from.id} ${to.id}`} asked={asked} section={section} from={from} to={to} />
        )}
        <SectionLinks links={links} act={act.title} />
      </div>
    </main>
  );
}

/** Those that the address names; else the current one, or the last, and the one before it. */
function chosenOf(wordings: readonly Wording[], { from, to }: WordingsQuery): [Wording | undefined, Wording] {
  const present = wordings.findIndex(({ isPresent }) => isPresent);
  const asked = wordings.findIndex(({ id }) => id === to);
  const at = asked >= 0 ? asked : present >= 0 ? present : wordings.length - 1;
  const other = wordings.find(({ id }) => id === from) ?? wordings[at - 1] ?? wordings[at + 1];
  return [other, wordings[at]!];
}

function Alone({ wording, language }: { wording: Wording; language: string }) {
  return (
    <section aria-label="Text" className="mt-6">
      <p className="text-sm text-ink-soft">{sentence(wordingWords(wording))}. No other wording of it is stored.</p>
      <Sheet language={language}>{wording.text}</Sheet>
    </section>
  );
}

type ComparisonProps = SectionPageProps & { from: Wording; to: Wording };

function Comparison({ asked, section, from, to }: ComparisonProps) {
  const { act, ref, wordings } = section;
  const diff = useMemo(() => wordDiff(from.text, to.text), [from, to]);
  const view = asked.view ?? (diff.isRewrite ? "beside" : "words");
  return (
    <section aria-label="Comparison" className="mt-6">
      <Choice sectionRef={ref} wordings={wordings} from={from} to={to} view={view} />
      <p role="status" className="mt-4 text-sm text-ink-soft text-pretty">
        {diff.added + diff.removed === 0
          ? "The same words."
          : `${counted(diff.removed, "word")} struck through: ${wordingWords(from)}. ${counted(diff.added, "word")} underlined: ${wordingWords(to)}.`}
      </p>
      {view === "words" ? (
        <div lang={act.language} className="mt-3 rounded-xl border border-rule bg-paper px-6 py-7 shadow-sm sm:px-9">
          <div className="mx-auto max-w-measure">
            <Difference segments={diff.segments} />
          </div>
        </div>
      ) : (
        <div className="mt-3 grid gap-4 md:grid-cols-2">
          <Side wording={from} diff={diff} without="added" language={act.language} />
          <Side wording={to} diff={diff} without="removed" language={act.language} />
        </div>
      )}
    </section>
  );
}

type ChoiceProps = { sectionRef: string; wordings: readonly Wording[]; from: Wording; to: Wording; view: "words" | "beside" };

/** It works without script; with it, the comparison follows the choice. */
function Choice({ sectionRef, wordings, from, to, view }: ChoiceProps) {
  const submit = useSubmit();
  return (
    <Form
      aria-label="Compare"
      className="flex flex-wrap items-end gap-3"
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <input type="hidden" name="ref" value={sectionRef} />
      <WordingChoice label="From" name="from" value={from.id} wordings={wordings} />
      <WordingChoice label="To" name="to" value={to.id} wordings={wordings} />
      <fieldset className="flex gap-2 pb-0.5">
        <legend className="sr-only">View</legend>
        {(["words", "beside"] as const).map((one) => (
          <label key={one} className={chipClass}>
            <input type="radio" name="view" value={one} defaultChecked={view === one} className="sr-only" />
            {one === "words" ? "Word by word" : "Side by side"}
          </label>
        ))}
      </fieldset>
      <noscript>
        <Button type="submit">Compare</Button>
      </noscript>
    </Form>
  );
}

function WordingChoice({
  label,
  name,
  value,
  wordings,
}: {
  label: string;
  name: string;
  value: number;
  wordings: readonly Wording[];
}) {
  return (
    <label className="min-w-0 flex-1 basis-56">
      <span className="mb-1.5 block font-medium">{label}</span>
      <select
        name={name}
        defaultValue={value}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
      >
        {wordings.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

type SideProps = { wording: Wording; diff: WordDiff; without: "added" | "removed"; language: string };

/** With what changed marked, unless nearly all of it did. */
function Side({ wording, diff, without, language }: SideProps) {
  const segments = diff.segments.filter(({ kind }) => kind !== without);
  return (
    <section aria-label={nameOf(wording)}>
      <h2 className="group-label">{nameOf(wording)}</h2>
      <Sheet language={language}>{diff.isRewrite ? wording.text : segments.map((one, at) => <DiffMark key={at} {...one} />)}</Sheet>
    </section>
  );
}

function Sheet({ language, children }: { language: string; children: ReactNode }) {
  return (
    <div
      lang={language}
      className="mt-2 rounded-xl border border-rule bg-paper px-6 py-7 font-serif text-read break-words whitespace-pre-wrap shadow-sm"
    >
      {children}
    </div>
  );
}

function nameOf(wording: Wording): string {
  const days = sentence(wordingWords(wording));
  return wording.isPresent ? `Current: ${wordingWords(wording)}` : days;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
