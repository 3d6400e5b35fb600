/*
 * The sources of law: how much of each is stored, the date of its newest text,
 * whether it is queried while answers are written, and its last error.
 */
import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";
import { SettingsSection } from "./settings-page.tsx";

type Source = {
  id: string;
  description: { name: string; jurisdiction: string; home: string; licence: string; needs: string | null } | null;
  isOn: boolean;
  record: {
    acts: number;
    sections: number;
    newestText: string | null;
    checkedAt: string | null;
    problem: string | null;
    problemAt: string | null;
  } | null;
};

export function LawSources({ sources }: { sources: readonly Source[] }) {
  const place = useWorkspace();
  return (
    <>
      <SettingsSection
        title="How current is the law?"
        lead={
          sources.some(({ isOn }) => isOn)
            ? "Answers cite the law stored here. If a question names an act that isn’t stored yet, it’s fetched from its official source. Stored law is refreshed when it gets old."
            : "Answers cite the law stored here. Official sources aren’t queried."
        }
      >
        <ul className="divide-y divide-rule border-y border-rule">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} />
          ))}
        </ul>
        <p className="mt-4">
          <Link to={place.path("/library/law")} className="text-blue touch-target hover:underline">
            Show every stored act
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection
        title="Without a network"
        lead={
          <>
            Your administrator can load law from official files in a folder, with{" "}
            <code className="font-mono text-sm break-words">npm run knowledge load &lt;source&gt; &lt;folder&gt;</code>. The setting{" "}
            <code className="font-mono text-sm">LIVE_LAW</code> sets which sources are queried while answers are written.
          </>
        }
      />
    </>
  );
}

function SourceRow({ source: { id, description, isOn, record } }: { source: Source }) {
  return (
    <li className="py-4" data-source={id}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-medium">{description?.name ?? "Other files"}</h3>
        {description && <span className="text-xs text-ink-faint">{description.jurisdiction}</span>}
        <State needs={description?.needs ?? null} isOn={isOn} isAsked={description !== null} />
      </div>
      <p className="mt-1 text-ink-soft">{storedOf(record)}</p>
      {record?.problem && isOn && (
        <p className="mt-1 text-warn">
          {description?.name} {record.problem}
          {record.problemAt !== null && ` (${dayAndTime(record.problemAt)})`}.
        </p>
      )}
      {description && (
        <p className="mt-1 text-xs text-ink-faint">
          {description.licence}.{" "}
          <a href={description.home} target="_blank" rel="noopener noreferrer" className="text-blue touch-target hover:underline">
            Open the source <ExternalLink className="inline size-3" aria-hidden="true" />
          </a>
        </p>
      )}
    </li>
  );
}

function State({ needs, isOn, isAsked }: { needs: string | null; isOn: boolean; isAsked: boolean }) {
  const says = !isAsked
    ? "Loaded from files"
    : !isOn
      ? "Not queried"
      : needs === null
        ? "Queried live"
        : `Set ${needs} to turn it on`;
  return <span className={`ml-auto text-xs ${isAsked && isOn && needs === null ? "text-insert" : "text-ink-faint"}`}>{says}</span>;
}

function storedOf(record: Source["record"]): string {
  if (record === null || record.acts === 0) return "Nothing stored yet.";
  const { acts, sections, newestText, checkedAt } = record;
  const parts = [
    `${acts.toLocaleString("en")} ${acts === 1 ? "document" : "documents"} with ${sections.toLocaleString("en")} ${sections === 1 ? "section" : "sections"}`,
    newestText === null ? "" : `newest text of ${newestText}`,
    checkedAt === null ? "" : `last queried ${dayAndTime(checkedAt)}`,
  ];
  return `${parts.filter((part) => part !== "").join(", ")}.`;
}

/** In UTC, so that server and browser render the same. */
function dayAndTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
