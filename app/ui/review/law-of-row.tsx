/* A row that is a section of law: which wording it is, from where, and whether it reads otherwise today. */
import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import type { LawOfRow } from "#core/review/frozen.ts";
import { amendedSentence, type Source } from "#core/sources/source.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { sectionPath } from "../law-shelf/shelf-words.ts";
import { useWorkspace } from "../shell/use-place.ts";

/** As the viewer of sources shows it, with its days. */
export function lawSource(law: LawOfRow, fileId: string): Source {
  const { ref, label, act, url, inForce, version, licence, note, amended } = law;
  return {
    id: ref,
    type: "edgar",
    name: ref,
    displayName: `${label} ${act.name}`,
    description: url,
    documentId: fileId,
    metadata: {
      fileName: act.title,
      fileType: "text/plain",
      ref,
      ...(version !== null && { version }),
      ...(inForce !== null && { inForce }),
      ...(licence !== "" && { licence }),
      ...(note !== null && { note }),
    },
    ...(amended !== null && { amended }),
  };
}

/** In the head of a cell. */
export function LawDay({ law }: { law: LawOfRow }) {
  return (
    <p className={`text-xs text-pretty ${law.amended === null ? "text-ink-faint" : "text-warn"}`}>
      As in force on <time dateTime={law.day}>{longDay(law.day)}</time>
      {law.amended !== null && (law.amended.isRepealed ? ", repealed since" : ", amended since")}
    </p>
  );
}

export function LawFacts({ law }: { law: LawOfRow }) {
  const place = useWorkspace();
  const { ref, label, act, day, isCertain, version, url, note, licence, amended } = law;
  const sentence = amended === null ? undefined : amendedSentence(lawSource(law, ""));
  return (
    <section aria-label="Law" className="flex flex-col gap-1.5">
      <p className="wrap-anywhere">
        {label}, {act.title}
      </p>
      <p className="text-ink-soft text-pretty">
        As in force on <time dateTime={day}>{longDay(day)}</time>
        {version !== null && (
          <>
            , from the text of <time dateTime={version}>{longDay(version)}</time>
          </>
        )}
        .{!isCertain && " The wording of that day is not stored; this is the nearest."}
      </p>
      {sentence !== undefined && <p className="text-warn text-pretty">{sentence}</p>}
      {(note !== null || licence !== "") && (
        <p className="text-xs text-ink-faint text-pretty">{[note, licence].filter(Boolean).join(" · ")}</p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to={place.path(sectionPath(ref))} className="text-blue touch-target hover:underline">
          Open on the law shelf
        </Link>
        {url !== "" && (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="text-blue touch-target hover:underline">
            Open the source <ExternalLink className="inline size-3" aria-hidden="true" />
          </a>
        )}
      </p>
    </section>
  );
}
