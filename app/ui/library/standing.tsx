/* Whether an item of the library is approved or retired, and in which drafts its words stand. */
import { Archive, BadgeCheck, CircleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { DraftsWithWording, LibraryStanding } from "#core/templates/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { dayOf } from "../projects/project-words.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { useStanding } from "./use-standing.ts";

export type StandingFacts = { id: string; version: number; standing: LibraryStanding; canApprove: boolean; canChange: boolean };

type StandingProps = StandingFacts & {
  /** Only these are looked for in drafts. */
  hasWording: boolean;
  hasApproval?: boolean;
  isBuiltIn: boolean;
};

export function Standing({ hasWording, hasApproval = true, isBuiltIn, ...facts }: StandingProps) {
  const place = useWorkspace();
  // A workflow is published, and a person alone need not approve anything; either can be retired.
  const isApproved = hasApproval && place.slug !== null;
  const isShown = !isBuiltIn && (isApproved || facts.standing.status !== "draft");
  return (
    <>
      {isShown && <StandingLine {...facts} />}
      {hasWording && <DraftsWithIt id={facts.id} />}
    </>
  );
}

function StandingLine({ id, version, standing, canApprove, canChange }: StandingFacts) {
  const place = useWorkspace();
  const { approve, reinstate, isWorking } = useStanding(id, standing);
  const { status, approved, retired } = standing;
  if (retired !== null) {
    return (
      <Line icon={<Archive className="text-warn" />}>
        <span>
          Retired {byWhom(retired)}. {retired.successor === null ? "Nothing takes its place." : "Use "}
          {retired.successor !== null && (
            <>
              <Link
                to={place.path(`/library/templates/${retired.successor.id}`)}
                className="text-blue underline underline-offset-4"
              >
                {retired.successor.name}
              </Link>{" "}
              instead.
            </>
          )}
        </span>
        {canChange && (
          <Button size="small" pending={isWorking} onClick={() => void reinstate()}>
            Reinstate
          </Button>
        )}
      </Line>
    );
  }
  const isApproved = status === "approved";
  return (
    <Line
      icon={
        isApproved ? (
          <BadgeCheck className="text-insert" />
        ) : (
          <CircleAlert className={status === "changed" ? "text-warn" : "text-ink-faint"} />
        )
      }
    >
      <span>
        {isApproved && approved !== null && `Approved ${byWhom(approved)}.`}
        {status === "changed" &&
          approved !== null &&
          `This version is not approved. Version ${approved.version} was, ${byWhom(approved)}.`}
        {status === "draft" && "Not approved yet."}
      </span>
      {!isApproved && canApprove && (
        <Button size="small" pending={isWorking} onClick={() => void approve(version)}>
          Approve
        </Button>
      )}
    </Line>
  );
}

/** "by Ada Berg on 3 Dec 2026" */
const byWhom = ({ by, at }: { by: string; at: string }) => `by ${by === "" ? "a former member" : by} on ${dayOf(at)}`;

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div role="group" aria-label="Status" className="mt-4 flex gap-3 text-ink-soft [&_svg]:size-4.5 [&_svg]:shrink-0">
      <span aria-hidden="true" className="mt-1">
        {icon}
      </span>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">{children}</div>
    </div>
  );
}

type Found = DraftsWithWording & { isTooShort: boolean };

function DraftsWithIt({ id }: { id: string }) {
  const place = useWorkspace();
  const [found, setFound] = useState<Found | null>(null);
  const [isLoading, setLoading] = useState(false);
  async function look() {
    setLoading(true);
    try {
      setFound(await ask<Found>(`/api/library/templates/${id}/drafts`));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setLoading(false);
    }
  }
  return (
    <section aria-label="Drafts with these words" className="mt-4">
      {found === null ? (
        <Button size="small" pending={isLoading} onClick={() => void look()}>
          Find drafts with these words
        </Button>
      ) : (
        <>
          <p role="status" className="text-ink-soft">
            {sentenceFor(found)}
          </p>
          <ul className="mt-2">
            {found.drafts.map(({ id: draftId, projectId, name, variant, isChanged }) => (
              <li key={draftId} className="border-t border-rule">
                <Link
                  to={place.path(`/vault/projects/${projectId}/drafts/${draftId}`)}
                  className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 touch-target hover:underline"
                >
                  <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                  <span className="text-xs text-ink-faint">
                    {variant !== "" && `${variant} · `}
                    {isChanged ? "changed" : "unchanged"}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function sentenceFor({ drafts, isTooShort, isLimited }: Found): string {
  if (isTooShort) return "It is too short to be recognized in other texts.";
  if (isLimited && drafts.length === 0) return "None of the drafts changed last has these words. Older ones were not searched.";
  if (isLimited) return `${drafts.length} of the drafts changed last have these words. There may be more.`;
  if (drafts.length === 0) return "None of your drafts here has these words.";
  return drafts.length === 1 ? "One draft has these words." : `${drafts.length} drafts have these words.`;
}
