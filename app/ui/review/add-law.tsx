/* Sections of a stored act: first the act, then all its sections, or some by their numbers or words. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { reviewLimits, type Review } from "#core/review/review.ts";
import type { LawCandidates } from "#core/review/row-candidates.ts";
import { Button } from "../kit/button.tsx";
import { Choice, FindByWords, FoundList, toggled, useFound, type AddPart } from "./add-choices.tsx";

type Acts = Extract<LawCandidates, { kind: "acts" }>;
type Sections = Extract<LawCandidates, { kind: "sections" }>;
type Act = Acts["acts"][number];

const description = "Each section becomes a row, word for word as it is in force today. The day and the source are kept with it.";

export function useLawPart(review: Review, isShown: boolean): AddPart {
  const [act, setAct] = useState<Act | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [actWords, setActWords] = useState("");
  const [words, setWords] = useState("");
  const address = `/api/reviews/${review.id}/law?`;
  const acts = useFound<Acts>(isShown && act === null ? address : null, actWords);
  const sections = useFound<Sections>(isShown && act !== null ? `${address}act=${encodeURIComponent(act.id)}&` : null, words);
  function choose(one: Act | null) {
    setAct(one);
    setChosen(new Set());
    setWords("");
  }
  if (act === null)
    return {
      description,
      count: 0,
      chosen: {},
      all: null,
      body: (
        <>
          <FindByWords key="acts" label="Find an act by its name or number" words={actWords} onWords={setActWords} />
          <FoundList {...acts}>{(found) => <ActList found={found} words={actWords} onChoose={choose} />}</FoundList>
        </>
      ),
    };
  const all = sections.found?.all ?? 0;
  return {
    description,
    count: chosen.size,
    chosen: { law: { actId: act.id, refs: [...chosen] } },
    all:
      all > 1 && all <= reviewLimits.lawAtOnce
        ? { words: `Add all ${all.toLocaleString("en")}`, asked: { law: { actId: act.id, query: words.trim() } } }
        : null,
    body: (
      <>
        <div className="flex items-center gap-2">
          <Button size="small" variant="quiet" onClick={() => choose(null)}>
            <ChevronLeft /> Acts
          </Button>
          <p className="min-w-0 flex-1 truncate font-medium" title={act.title}>
            {act.title}
          </p>
        </div>
        <FindByWords key="sections" label="Numbers, such as 1-10, or words" words={words} onWords={setWords} />
        <FoundList {...sections}>
          {(found) => (
            <SectionChoices
              found={found}
              words={words}
              chosen={chosen}
              onToggle={(ref) => setChosen((before) => toggled(before, ref))}
            />
          )}
        </FoundList>
      </>
    ),
  };
}

function ActList({ found, words, onChoose }: { found: Acts; words: string; onChoose: (act: Act) => void }) {
  return (
    <>
      <ul>
        {found.acts.map((act) => (
          <li key={act.id}>
            <button
              type="button"
              onClick={() => onChoose(act)}
              className="flex min-h-10 w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-wash pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{act.title}</span>
                <span className="block truncate text-xs text-ink-faint">
                  {[act.id, act.sections === 1 ? "1 section" : `${act.sections.toLocaleString("en")} sections`].join(" · ")}
                </span>
              </span>
              <ChevronRight aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-ink-soft text-pretty">
        {found.hasMore && "More acts are found by their names and numbers."}
        {found.acts.length === 0 &&
          (words.trim() === ""
            ? "No law is stored yet. Acts are added on the law shelf of the library."
            : "No stored act has this in its name or number. Others are added on the law shelf of the library.")}
      </p>
    </>
  );
}

type ChoicesProps = { found: Sections; words: string; chosen: ReadonlySet<string>; onToggle: (ref: string) => void };

function SectionChoices({ found, words, chosen, onToggle }: ChoicesProps) {
  const isFull = chosen.size >= reviewLimits.lawAtOnce;
  return (
    <>
      <fieldset className="mb-3">
        <legend className="sr-only">Sections</legend>
        {found.sections.map(({ ref, label, heading, isRow, isAmended }) => (
          <Choice
            key={ref}
            name={`${label} ${heading}`.trim()}
            note={isRow ? "in the table" : isAmended ? "amended since it was added" : undefined}
            isChosen={chosen.has(ref)}
            isDisabled={isRow || (isFull && !chosen.has(ref))}
            onChange={() => onToggle(ref)}
          />
        ))}
      </fieldset>
      <p aria-live="polite" className="text-ink-soft text-pretty">
        {saidOf(found, words)}
      </p>
    </>
  );
}

function saidOf({ sections, all }: Sections, words: string): string {
  const more = all - sections.length;
  const most = reviewLimits.lawAtOnce;
  if (all > most) return `${more.toLocaleString("en")} more are found by numbers or words; at most ${most} can be added at once.`;
  if (more > 0) return `${more.toLocaleString("en")} more are found by numbers or words.`;
  if (all > 0) return "";
  return words.trim() === ""
    ? "There are no sections in the stored text of this act."
    : "No section of this act has this number, or these words.";
}
