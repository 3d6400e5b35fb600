/* The empty chat: a greeting, if the window is tall enough, and the option to make it temporary. */
import { EyeOff, FilePlus2, FileText, LibraryBig, Scale } from "lucide-react";
import { Link, useMatches } from "react-router";
import type { RecentDraft } from "#core/workspace/organization.ts";
import { useNewDraft } from "../drafts/use-new-draft.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { useWorkspace } from "../shell/use-place.ts";

/** `table`: the name of the review that is asked. */
export function StartHeading({ table = null }: { table?: string | null }) {
  return (
    <header className="px-4 pt-6 pb-7 text-center [@media(max-height:34rem)]:sr-only">
      <h1 className="font-serif text-display font-medium tracking-[-0.015em]">{table === null ? "Hello" : "Ask the table"}</h1>
      {table === null ? (
        <p className="mt-1 font-serif text-title text-ink-soft">What can I write for you?</p>
      ) : (
        <p className="mx-auto mt-2 max-w-120 text-ink-soft text-pretty">
          Answers come from the cells of “{table}” and the words they rest on, and from nothing else. Each cell that is cited opens
          in the table.
        </p>
      )}
    </header>
  );
}

type StartDoorsProps = { projectId: string | null; isLegal: boolean; onLegal: (isLegal: boolean) => void };

/** Other ways to begin than a question: an empty page, a form to fill in, and the kinds of legal texts. */
export function StartDoors({ projectId, isLegal, onLegal }: StartDoorsProps) {
  const { isMaking, make } = useNewDraft(projectId);
  return (
    <nav aria-label="Other ways to start" className="mt-4 flex flex-wrap justify-center gap-x-4 gap-y-2 sm:gap-x-6">
      <button type="button" aria-busy={isMaking} className={doorClass} onClick={make}>
        <FilePlus2 /> New draft
      </button>
      <Link to={useWorkspace().path("/library")} className={doorClass}>
        <LibraryBig /> Use a template
      </Link>
      <button type="button" aria-pressed={isLegal} className={doorClass} onClick={() => onLegal(!isLegal)}>
        <Scale /> Legal work
      </button>
    </nav>
  );
}

/** The drafts last changed; the chats are in the sidebar. */
export function RecentWork() {
  const place = useWorkspace();
  const start = useMatches().find(({ id }) => id.endsWith("/chat"))?.loaderData as { drafts: readonly RecentDraft[] } | undefined;
  if (start === undefined || start.drafts.length === 0) return null;
  return (
    <nav aria-label="Where you left off" className="mt-5 flex flex-wrap justify-center gap-x-4 gap-y-2 sm:gap-x-6">
      <span className="text-ink-faint max-sm:hidden">Continue</span>
      {start.drafts.map(({ id, projectId, name }) => (
        <Link key={id} to={place.path(`/vault/projects/${projectId}/drafts/${id}`)} className={`${doorClass} max-w-56 min-w-0`}>
          <FileText className="shrink-0" /> <span className="truncate">{name}</span>
        </Link>
      ))}
    </nav>
  );
}

const doorClass =
  "inline-flex items-center gap-1.5 rounded-sm text-ink-soft underline-offset-4 touch-target hover:text-ink hover:underline aria-pressed:text-blue [&>svg]:size-4";

export function TemporarySwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="absolute top-2 right-2 flex items-center gap-2">
      {isOn && <span className="text-xs text-ink-soft">Temporary chat: it will not be kept</span>}
      <IconButton label="Temporary chat" icon={<EyeOff />} pressed={isOn} onClick={() => onChange(!isOn)} />
    </div>
  );
}
