/* How the sources of law answer, and every stored act with the day of its text, when it was last looked at, and a refresh. */
import { RefreshCw } from "lucide-react";
import { Form, Link, useNavigation } from "react-router";
import type { LawJob, ShelfAct, ShelfPage } from "#core/law/law-shelf.ts";
import type { ShelfQuery } from "#core/requests/law.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { Button } from "../kit/button.tsx";
import { ChoiceChips } from "../kit/choice-chips.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { LawJobs } from "../law-shelf/law-jobs.tsx";
import { actPath, atTime, counted, pageWords, shortJurisdiction } from "../law-shelf/shelf-words.ts";
import { useFresh } from "../projects/use-fresh.ts";
import { ErrorNotice, SettingsSection } from "../settings/settings-page.tsx";

type LawReportProps = {
  asked: ShelfQuery;
  page: ShelfPage;
  jurisdictions: string[];
  jobs: LawJob[];
  sources: readonly LawSource[];
  /** What each source is called. */
  names: Record<string, string>;
  answered: { id: string; refusal: string | null } | undefined;
};

type LawSource = {
  id: string;
  description: { name: string; needs: string | null; isFinal?: boolean } | null;
  isOn: boolean;
  record: {
    acts: number;
    newestText: string | null;
    checkedAt: string | null;
    problem: string | null;
    problemAt: string | null;
  } | null;
};

export function LawReport({ sources, answered, ...stored }: LawReportProps) {
  useFresh(({ type }) => type === "jobs");
  return (
    <>
      {answered?.refusal && <ErrorNotice>{answered.refusal}</ErrorNotice>}
      <SettingsSection
        title="Sources"
        lead={
          <>
            Which of them are queried is set by LIVE_LAW. <code className="font-mono text-sm">npm run knowledge refresh</code> asks
            for everything again.
          </>
        }
      >
        <Sources sources={sources} />
      </SettingsSection>
      <SettingsSection title="Stored acts" lead="Everyone can read them on the law shelf of the library.">
        <StoredActs sources={sources} {...stored} />
      </SettingsSection>
    </>
  );
}

/** Those of which nothing is stored and that have not failed are named in one line. */
function Sources({ sources }: Pick<LawReportProps, "sources">) {
  const isIdle = ({ record }: LawSource) => record === null || (record.acts === 0 && record.problem === null);
  const [shown, idle] = [sources.filter((one) => !isIdle(one)), sources.filter(isIdle)];
  return (
    <>
      <ul aria-label="Sources">
        {shown.map((source) => (
          <SourceRow key={source.id} source={source} />
        ))}
      </ul>
      {idle.length > 0 && (
        <p className="border-t border-rule pt-3 text-ink-soft text-pretty">
          Nothing is stored from{" "}
          {idle.map(({ id, description, isOn }) => namedState(description?.name ?? id, description, isOn)).join(", ")}.
        </p>
      )}
    </>
  );
}

function namedState(name: string, description: LawSource["description"], isOn: boolean): string {
  const state = stateOf(description, isOn);
  return state === "queried" ? name : `${name} (${state})`;
}

function StoredActs({ asked, page, jurisdictions, jobs, sources, names }: Omit<LawReportProps, "answered">) {
  const isSearch = asked.query !== "" || asked.jurisdiction !== undefined;
  if (page.acts.length === 0 && !isSearch && asked.after === undefined)
    return (
      <>
        <LawJobs jobs={jobs} sources={names} />
        <p className="text-ink-soft">No law is stored yet. An act that a question names is fetched while the answer is written.</p>
      </>
    );
  return (
    <>
      <LawJobs jobs={jobs} sources={names} />
      <SearchForm
        label="Search law"
        placeholder="Search by title or number"
        query={asked.query}
        className={jobs.length > 0 ? "mt-6" : ""}
      >
        <ChoiceChips
          legend="Country"
          name="jurisdiction"
          options={[undefined, ...jurisdictions]}
          chosen={asked.jurisdiction}
          wordsFor={(one) => (one === undefined ? "All" : shortJurisdiction(one))}
        />
      </SearchForm>
      {page.acts.length === 0 && <p className="mt-6 text-ink-soft">No act matches.</p>}
      <ul aria-label="Stored acts" className="mt-6">
        {page.acts.map((act) => (
          <ActRow key={act.id} act={act} source={sources.find(({ id }) => id === act.source)} jobs={jobs} />
        ))}
      </ul>
      <PageLinks
        first={asked.after === undefined ? null : addressOf(asked)}
        next={page.next && addressOf(asked, page.next)}
        words={pageWords}
      />
    </>
  );
}

function addressOf({ query, jurisdiction }: ShelfQuery, after?: string): string {
  return `?${new URLSearchParams({ query, ...(jurisdiction && { jurisdiction }), ...(after && { after }) })}`;
}

function SourceRow({ source: { description, isOn, record } }: { source: LawSource }) {
  const facts = [
    record === null || record.acts === 0 ? "nothing stored" : counted(record.acts, "act"),
    record?.newestText && `newest text of ${longDay(record.newestText)}`,
    record?.checkedAt && `last looked at ${atTime(record.checkedAt)}`,
  ];
  return (
    <li className="border-t border-rule py-3">
      <p className="flex flex-wrap justify-between gap-x-5">
        <span className="text-base">{description?.name ?? "Other files"}</span>
        <span className="text-ink-faint">{stateOf(description, isOn)}</span>
      </p>
      <p className="text-xs text-ink-faint">{facts.filter(Boolean).join(" · ")}</p>
      {record?.problem && (
        <p className="mt-0.5 text-warn">
          Failed: it {record.problem}
          {record.problemAt !== null && `, ${atTime(record.problemAt)}`}.
        </p>
      )}
    </li>
  );
}

function stateOf(description: LawSource["description"], isOn: boolean): string {
  if (description === null) return "from files";
  if (!isOn) return "not queried";
  return description.needs === null ? "queried" : `set ${description.needs}`;
}

function ActRow({ act, source, jobs }: { act: ShelfAct; source: LawSource | undefined; jobs: readonly LawJob[] }) {
  const navigation = useNavigation();
  const isAtWork = jobs.some((job) => job.act?.id === act.id && (job.state === "queued" || job.state === "running"));
  const mayRefresh =
    source?.description != null && source.isOn && source.description.needs === null && source.description.isFinal !== true;
  return (
    <li className="flex items-center gap-4 border-t border-rule py-3">
      <span className="min-w-0 flex-1">
        <Link to={actPath(act.id)} dir="auto" className="text-base wrap-anywhere hover:underline">
          {act.title}
        </Link>
        <span className="block text-xs text-ink-faint">
          {[
            shortJurisdiction(act.jurisdiction),
            act.version === null ? "day of its text unknown" : `text of ${longDay(act.version)}`,
            act.checkedAt === null ? "loaded from a file" : `last looked at ${atTime(act.checkedAt)}`,
          ].join(" · ")}
        </span>
      </span>
      {mayRefresh && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="act" value={act.id} />
          <Button
            type="submit"
            size="small"
            aria-label={`Refresh ${act.title}`}
            pending={isAtWork || navigation.formData?.get("act") === act.id}
          >
            <RefreshCw /> Refresh
          </Button>
        </Form>
      )}
    </li>
  );
}
