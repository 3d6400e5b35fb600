/* What a cell of the table shows: its answer, and in a sign how far it is settled. */
import { BadgeCheck, CircleAlert, CircleDashed, CircleHelp, Clock, Flag, MessageCircle, Minus, PencilLine, TrendingUp, UserRound } from "lucide-react"; // prettier-ignore
import type { ReactNode } from "react";
import type { ReviewCell } from "#core/review/review.ts";
import { hasOtherFinding, shownAnswer, stateWords } from "#core/review/shown.ts";

/** `outlier`: why the answer stands out in its column. */
export function CellWords({ cell, outlier }: { cell: ReviewCell | undefined; outlier: string | undefined }) {
  if (cell === undefined) return <span className="sr-only">Not asked</span>;
  const answer = shownAnswer(cell)?.answer ?? "";
  const state = stateOf(cell);
  return (
    <>
      <span className={`min-w-0 flex-1 truncate ${answer === "" ? "text-ink-faint" : ""}`}>
        {answer === "" ? state.words : inOneLine(answer)}
      </span>
      {answer !== "" && <span className="sr-only">{state.words}</span>}
      {outlier !== undefined && <Sign words={`Stands out: ${outlier}`} icon={<TrendingUp />} look="text-warn" />}
      {cell.comments > 0 && (
        <Sign
          words={cell.comments === 1 ? "1 comment" : `${cell.comments} comments`}
          icon={<MessageCircle />}
          look="text-ink-soft"
        />
      )}
      {cell.assigned !== null && <Sign words={`Assigned to ${cell.assigned.name}`} icon={<UserRound />} look="text-ink-soft" />}
      {cell.isFlagged && <Sign words="Flagged" icon={<Flag />} look="text-danger" />}
      <span className={state.look}>{state.icon}</span>
    </>
  );
}

/** The items of a list would run into one another. */
const inOneLine = (answer: string) => answer.split("\n").filter(Boolean).join("; ");

function Sign({ words, icon, look }: { words: string; icon: ReactNode; look: string }) {
  return (
    <span className={look} title={words}>
      {icon}
      <span className="sr-only">{words}</span>
    </span>
  );
}

function stateOf(cell: ReviewCell): { words: string; icon: ReactNode; look: string } {
  const words = cell.held === null && cell.found === null && isTouched(cell) ? "" : stateWords(cell);
  if (cell.isQueued)
    return { words: "Waiting", icon: <CircleDashed className="animate-spin motion-reduce:animate-none" />, look: "text-ink-faint" };
  if (hasOtherFinding(cell)) return { words: `${words}; a newer answer differs`, icon: <PencilLine />, look: "text-warn" };
  if (cell.held !== null) return { words, icon: <BadgeCheck />, look: "text-insert" };
  if (cell.found === null) return { words, icon: null, look: "" };
  if (cell.found.isOutdated) return { words: `${words}, outdated`, icon: <Clock />, look: "text-warn" };
  if (cell.found.state === "unclear") return { words, icon: <CircleHelp />, look: "text-warn" };
  if (cell.found.state === "failed") return { words, icon: <CircleAlert />, look: "text-danger" };
  if (cell.found.state === "not-present") return { words, icon: <Minus />, look: "text-ink-faint" };
  return { words: `${words}, not verified`, icon: null, look: "" };
}

/** Its signs say enough. */
function isTouched({ isFlagged, assigned, comments }: ReviewCell): boolean {
  return isFlagged || assigned !== null || comments > 0;
}
