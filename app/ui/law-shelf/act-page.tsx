/* One stored act: its facts, what changed in it last, its sections, and asking its source again. */
import { ArrowLeft, ExternalLink, History, RefreshCw } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import type { ActFacts, LastChange, LawJob, SectionPage } from "#core/law/law-shelf.ts";
import { changeWords } from "#core/law/law-shelf-words.ts";
import type { ActQuery } from "#core/requests/law.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { ActSections } from "./act-sections.tsx";
import { LawJobs } from "./law-jobs.tsx";
import { actPath, atTime, counted, otherNames, sectionPath, shortJurisdiction } from "./shelf-words.ts";

export type ActPageProps = {
  asked: ActQuery;
  act: ActFacts;
  lastChange: LastChange | null;
  page: SectionPage;
  jobs: LawJob[];
  sources: Record<string, string>;
  mayRefresh: boolean;
  /** Why it can’t be refreshed; null if it can. */
  refusal: string | null;
};

export function ActPage({ asked, act, lastChange, page, jobs, sources, mayRefresh, refusal }: ActPageProps) {
  const place = useWorkspace();
  useFresh(({ type }) => type === "jobs");
  const isAtWork = jobs.some(({ state }) => state === "queued" || state === "running");
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-200 px-5 pt-6 pb-20">
        <Link
          to={place.path("/library/law")}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> Law
        </Link>
        <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 flex-1 basis-80">
            <h1 dir="auto" className="font-serif text-display wrap-anywhere">
              {act.title}
            </h1>
            <p className="mt-1 text-ink-soft">{otherNames(act).join(", ")}</p>
          </div>
          {mayRefresh && refusal === null && <Refresh id={act.id} isAtWork={isAtWork} />}
        </header>
        <LawJobs jobs={jobs.slice(0, 1)} sources={sources} isOnPage />
        {lastChange !== null && <LastChanged actId={act.id} change={lastChange} />}
        <Facts act={act} source={sources[act.source] ?? null} refusal={refusal} />
        <ActSections key={act.id} asked={asked} act={act} page={page} lastChange={lastChange} />
      </div>
    </main>
  );
}

function Refresh({ id, isAtWork }: { id: string; isAtWork: boolean }) {
  const { revalidate } = useRevalidator();
  const [isPending, setPending] = useState(false);
  async function refresh(): Promise<void> {
    setPending(true);
    try {
      await ask("/api/law/acts/refresh", { body: { id } });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
    setPending(false);
  }
  return (
    <Button pending={isPending || isAtWork} onClick={() => void refresh()}>
      <RefreshCw /> Refresh
    </Button>
  );
}

function LastChanged({ actId, change }: { actId: string; change: LastChange }) {
  const place = useWorkspace();
  const [only] = change.changed;
  const compared = change.changed.length + change.added.length;
  const isOne = change.changed.length === 1 && compared === 1 && only !== undefined;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-rule bg-desk px-3 py-2.5">
      <History className="size-4 shrink-0 text-warn" aria-hidden="true" />
      <p className="min-w-48 flex-1 text-pretty">
        {changeWords(change)} with the text of {longDay(change.day)}.
      </p>
      {compared > 0 && (
        <Link
          to={place.path(isOne ? sectionPath(only) : actPath(actId, { show: "changed" }))}
          className="text-blue touch-target hover:underline"
        >
          See what changed
        </Link>
      )}
      {change.repealed.length > 0 && (
        <Link to={place.path(actPath(actId, { show: "absent" }))} className="text-blue touch-target hover:underline">
          See what was repealed
        </Link>
      )}
    </div>
  );
}

function Facts({ act, source, refusal }: { act: ActFacts; source: string | null; refusal: string | null }) {
  const { texts, sections, wordings, vectors } = act;
  return (
    <section aria-label="Facts" className="mt-6 rounded-xl border border-rule bg-raised px-5 py-4">
      <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Fact name="Number">{act.id}</Fact>
        <Fact name="Jurisdiction">{shortJurisdiction(act.jurisdiction)}</Fact>
        <Fact name="Source">
          {source ?? "Loaded from files"}
          {act.url !== "" && (
            <>
              {" · "}
              <a
                href={act.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="text-blue touch-target hover:underline"
              >
                Open the source <ExternalLink className="inline size-3" aria-hidden="true" />
              </a>
            </>
          )}
        </Fact>
        <Fact name="Text of">{act.version === null ? "Its source gives no day" : longDay(act.version)}</Fact>
        {act.inForce !== null && <Fact name="In force since">{longDay(act.inForce)}</Fact>}
        {act.changesOn !== null && <Fact name="Will change on">{longDay(act.changesOn)}</Fact>}
        <Fact name="Last asked">
          {act.checkedAt === null ? "Never: it was loaded from a file" : atTime(act.checkedAt)}
          {refusal !== null && <span className="block text-sm text-ink-faint text-pretty">{refusal}</span>}
        </Fact>
        <Fact name="Stored">
          {counted(sections, "section")}
          {wordings > 0 && `, ${counted(wordings, "other wording")}`}
          {vectors !== null && `, ${counted(vectors, "section")} with vectors`}
        </Fact>
        {texts.length > 1 && <Fact name="Stored texts">{texts.map((day) => longDay(day)).join(" · ")}</Fact>}
        {act.note !== null && <Fact name="Note">{act.note}</Fact>}
        {act.licence !== "" && <Fact name="Licence">{act.licence}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">{children}</dd>
    </>
  );
}
