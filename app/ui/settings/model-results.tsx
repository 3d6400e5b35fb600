/* Benchmark results of the models configured here for each kind of task, with cost and time. */
import type { ReactNode } from "react";
import { dayAndTime } from "#core/text/day-and-time.ts";
import { resultsByKind, type ModelResult, type Share } from "#core/models/model-results.ts";
import { SettingsSection } from "./settings-page.tsx";

type ModelResultsProps = { results: readonly ModelResult[] | null; names: Readonly<Record<string, string>> };

export function ModelResults({ results, names }: ModelResultsProps) {
  const newest = results
    ?.map(({ askedAt }) => askedAt)
    .toSorted()
    .at(-1);
  return (
    <>
      <SettingsSection
        title="Which model is good at what?"
        lead={
          newest === undefined
            ? undefined
            : `Results of test tasks run on this server, last on ${dayAndTime(newest)}. A task counts as passed when none of its checks found a fault; the checks are code, not another model.`
        }
      >
        {results === null && (
          <p role="alert">The results file cannot be read. Your administrator can move it away and run the tasks again.</p>
        )}
        {results?.length === 0 && (
          <p className="text-ink-soft">
            No results yet. Once your administrator has run the tasks with a model, its results are shown here.
          </p>
        )}
        {resultsByKind(results ?? []).map(([kind, own]) => (
          <KindTable key={kind} kind={kind} results={own} names={names} />
        ))}
      </SettingsSection>
      <Grades results={results ?? []} names={names} />
      <SettingsSection
        title="Run the tasks"
        lead={
          <>
            On the server, <code className="font-mono text-sm break-words">npm run evals -- &lt;model&gt;</code> runs all tasks with
            a model and costs as much as that many questions. To run only some, add words after the model, such as{" "}
            <code className="font-mono text-sm">editing</code>. With{" "}
            <code className="font-mono text-sm break-words">--judge &lt;model&gt;</code>, another model grades what code cannot
            check.
          </>
        }
      />
    </>
  );
}

function KindTable({ kind, results, names }: { kind: string; results: readonly ModelResult[]; names: ModelResultsProps["names"] }) {
  return (
    <ResultTable caption={kind} label={kind} heads={["Model", "Passed", "Changes placed", "Citations right", "Seconds", "Cost"]}>
      {results.map(({ model, tasks, passed, placed, citations, seconds, dollars }) => (
        <tr key={model}>
          <th scope="row" className="py-2 pr-4 font-normal text-ink">
            {names[model] ?? model}
          </th>
          <td className="py-2 pr-4">{shareWords({ some: passed, all: tasks })}</td>
          <td className="py-2 pr-4">{shareWords(placed)}</td>
          <td className="py-2 pr-4">{shareWords(citations)}</td>
          <td className="py-2 pr-4">{seconds.toFixed(1)}</td>
          <td className="py-2">{dollars === null ? "unknown" : `$${dollars.toFixed(4)}`}</td>
        </tr>
      ))}
    </ResultTable>
  );
}

type Graded = ModelResult & { graded: NonNullable<ModelResult["graded"]> };

/** Apart from what code has checked: a grade is another model's opinion. */
function Grades({ results, names }: { results: readonly ModelResult[]; names: ModelResultsProps["names"] }) {
  const graded = results.filter((one): one is Graded => one.graded !== null);
  if (graded.length === 0) return null;
  const nameOf = (model: string) => names[model] ?? model;
  return (
    <SettingsSection
      title="Graded by another model"
      lead="How well texts are written and answers put, from 1 to 5: what no code can check. These are a model’s opinions and don’t count in the tables above."
    >
      {[...Map.groupBy(graded, ({ kind }) => kind)].map(([kind, own]) => (
        <ResultTable key={kind} caption={kind} label={`${kind}, graded`} heads={["Model", "Grade", "Answers", "Graded by"]}>
          {own
            .toSorted((a, b) => b.graded.points - a.graded.points)
            .map(({ model, graded: { by, points, answers } }) => (
              <tr key={model}>
                <th scope="row" className="py-2 pr-4 font-normal text-ink">
                  {nameOf(model)}
                </th>
                <td className="py-2 pr-4">{points.toFixed(1)}</td>
                <td className="py-2 pr-4">{answers}</td>
                <td className="py-2">{by === model ? `${nameOf(by)} (itself)` : nameOf(by)}</td>
              </tr>
            ))}
        </ResultTable>
      ))}
    </SettingsSection>
  );
}

type ResultTableProps = { caption: string; label: string; heads: readonly string[]; children: ReactNode };

function ResultTable({ caption, label, heads, children }: ResultTableProps) {
  return (
    <section aria-label={label} className="mt-8 overflow-x-auto first:mt-0">
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="pb-2 text-left font-medium text-ink first-letter:uppercase">{caption}</caption>
        <thead className="text-xs text-ink-faint">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-y border-rule">{children}</tbody>
      </table>
    </section>
  );
}

function shareWords({ some, all }: Share): string {
  return all === 0 ? "–" : `${some} of ${all}`;
}
