/* One research: its question, what is at work, the plan with its answers, the memo, and what it all rests on. */
import { Bell, BellOff, Ellipsis, Pencil, Play, Sparkles, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import type { LoggedSearch, Research } from "#core/research/research.ts";
import type { ResearchGraph } from "#core/research/research-graph.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { costWords, RunBar } from "../shell/run-bar.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ChangedLawList } from "../sources/changed-law.tsx";
import { Authorities } from "./authorities.tsx";
import { CitationPicture } from "./citation-picture.tsx";
import { EditResearch } from "./edit-research.tsx";
import { Memos } from "./memos.tsx";
import { PlanList } from "./plan-list.tsx";
import { lawWords } from "./research-words.ts";
import { SearchLog } from "./search-log.tsx";
import { useResearch, type ResearchActions } from "./use-research.ts";

type PageProps = {
  research: Research;
  log: { searches: LoggedSearch[]; next: string | null };
  graph: ResearchGraph;
  changed: readonly ChangedLaw[];
};

export function ResearchPage({ research, log, graph, changed }: PageProps) {
  const actions = useResearch(research);
  const { run, steps, mayWrite, memos, authorities } = research;
  const done = steps.filter(({ finding }) => finding !== null && !finding.isOutdated).length;
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      {run !== null && (
        <RunBar
          run={run}
          progress={run.kind === "plan" ? null : { done, of: steps.length }}
          words={run.kind === "plan" ? "Making a plan" : `${done} of ${steps.length} answered`}
          reload={actions.reload}
          className="sticky top-0 z-10"
        />
      )}
      <div className="mx-auto w-full max-w-200 px-5 pt-8 pb-20">
        <Head research={research} actions={actions} />
        {changed.length > 0 && (
          <Part
            title="The law has changed"
            action={mayWrite && <Button onClick={() => void looked(actions)}>I have looked at this</Button>}
          >
            <p className="text-ink-soft text-pretty">{changedWords(research)}</p>
            <ChangedLawList changed={changed} showsPlace={false} />
          </Part>
        )}
        <Part title="Plan" action={mayWrite && <RunButtons research={research} actions={actions} />}>
          <PlanList research={research} actions={actions} />
        </Part>
        {memos.length > 0 && (
          <Part title="Memo">
            <Memos research={research} />
          </Part>
        )}
        {authorities.length > 0 && (
          <Part title="Authorities">
            <Authorities authorities={authorities} />
          </Part>
        )}
        {graph.edges.length > 0 && (
          <Part title="Who cites whom">
            <CitationPicture graph={graph} />
          </Part>
        )}
        {log.searches.length > 0 && (
          <Part title="Search log">
            {/* Read again with what came in since. */}
            <SearchLog key={log.searches.length} researchId={research.id} first={log} />
          </Part>
        )}
      </div>
    </main>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-serif text-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function changedWords({ day }: Research): string {
  return day === null
    ? "These sections read differently now than when they were read for this research."
    : "These sections read differently now. What is said about the day of this research may still hold.";
}

async function looked(actions: ResearchActions): Promise<void> {
  if (await actions.send("/looked", { body: {} })) showToast({ kind: "success", text: "You’ll be notified of the next change." });
}

function Head({ research, actions }: { research: Research; actions: ResearchActions }) {
  const place = useWorkspace();
  const [isEditing, setEditing] = useState(false);
  const { question, projectId, projectName, jurisdictions, day, withFiles, spent, mayWrite } = research;
  const facts = [
    lawWords(jurisdictions, day),
    jurisdictions.length > 0 && withFiles && "Files of the project",
    costWords(spent.cost),
  ];
  return (
    <header>
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 truncate text-ink-soft">
          <Link to={place.path("/research")} className="hover:underline">
            Research
          </Link>{" "}
          /{" "}
          <Link to={place.path(`/vault/projects/${projectId}`)} className="hover:underline">
            {projectName}
          </Link>
        </p>
        {mayWrite && <MoreMenu research={research} actions={actions} onEdit={() => setEditing(true)} />}
      </div>
      <h1 dir="auto" className="mt-1 font-serif text-display wrap-anywhere text-pretty">
        {question}
      </h1>
      <p className="mt-2 text-ink-soft">{facts.filter(Boolean).join(" · ")}</p>
      {research.known !== "" && <p className="mt-3 wrap-anywhere whitespace-pre-wrap text-ink-soft">{research.known}</p>}
      {isEditing && <EditResearch research={research} actions={actions} onClose={() => setEditing(false)} />}
    </header>
  );
}

function MoreMenu({ research, actions, onEdit }: { research: Research; actions: ResearchActions; onEdit: () => void }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { id, isWatched } = research;
  async function remove() {
    try {
      await ask(`/api/research/${id}`, { method: "PATCH", body: { isRemoved: true } });
      await navigate(place.path("/research"));
      const undo = () =>
        void ask(`/api/research/${id}`, { method: "PATCH", body: { isRemoved: false } }).then(
          () => navigate(place.path(`/research/${id}`)),
          (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }),
        );
      showToast({ kind: "success", text: "Research deleted", action: { label: "Undo", run: undo } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Menu align="end" trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Change question
      </MenuItem>
      <MenuItem
        icon={isWatched ? <BellOff /> : <Bell />}
        onSelect={() => void actions.send("", { method: "PATCH", body: { isWatched: !isWatched } })}
      >
        {isWatched ? "Stop watching the law" : "Watch the law"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
        Delete research
      </MenuItem>
    </Menu>
  );
}

function RunButtons({ research, actions }: { research: Research; actions: ResearchActions }) {
  const [isBusy, setBusy] = useState(false);
  const { run, steps, memos } = research;
  const isAtWork = run !== null && run.state !== "failed";
  const open = steps.filter(({ finding }) => finding === null || finding.isOutdated || finding.state === "failed").length;
  async function start(kind: "plan" | "answer") {
    setBusy(true);
    await actions.send("/runs", { body: { kind } });
    setBusy(false);
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button disabled={isAtWork || isBusy} onClick={() => void start("plan")}>
        <Sparkles /> {steps.length === 0 ? "Make a plan" : "Add steps"}
      </Button>
      {steps.length > 0 && (
        <Button variant="primary" disabled={isAtWork || isBusy} onClick={() => void start("answer")}>
          <Play /> {open > 0 || memos.length === 0 ? "Run" : "Write a new memo"}
        </Button>
      )}
    </span>
  );
}
