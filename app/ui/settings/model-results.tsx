/* Benchmark results of the models configured here for each kind of task, with cost and time. */
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
      <SettingsSection
        title="Run the tasks"
        lead={
          <>
            On the server, <code className="font-mono text-sm break-words">npm run evals -- &lt;model&gt;</code> runs all tasks with
            a model and costs as much as that many questions. To run only some, add words after the model, such as{" "}
            <code className="font-mono text-sm">editing</code>.
          </>
        }
      />
    </>
  );
}

function KindTable({ kind, results, names }: { kind: string; results: readonly ModelResult[]; names: ModelResultsProps["names"] }) {
  return (
    <section aria-label={kind} className="mt-8 overflow-x-auto first:mt-0">
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="pb-2 text-left font-medium text-ink first-letter:uppercase">{kind}</caption>
        <thead className="text-xs text-ink-faint">
          <tr>
            {["Model", "Passed", "Changes placed", "Citations right", "Seconds", "Cost"].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-y border-rule">
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
        </tbody>
      </table>
    </section>
  );
}

function shareWords({ some, all }: Share): string {
  return all === 0 ? "–" : `${some} of ${all}`;
}
