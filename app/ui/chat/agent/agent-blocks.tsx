/*
 * An agent's work as the reader sees it: the plan and its progress, the steps in
 * order, and the changes to decide. Its closing text is rendered below, like any
 * answer.
 */
import { Ban, BookOpen, Check, ChevronRight, Circle, FilePen, ListChecks, Search, Wrench } from "lucide-react";
import { useState, type ComponentType } from "react";
import { Spinner } from "../../kit/spinner.tsx";
import type { AnswerView, ShownBlock } from "../answer.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { AgentChanges } from "./agent-changes.tsx";
import { readAgentWork, type AgentStep, type AgentWork, type ItemState } from "./agent-work.ts";
import { countOf } from "../tools/fields.ts";

type AgentBlocksProps = {
  view: AnswerView;
  messageId: string;
  isLive: boolean;
  citationLabel: (n: number) => string | undefined;
  isCut: boolean;
};

export function AgentBlocks({ view, messageId, isLive, citationLabel, isCut }: AgentBlocksProps) {
  const { blocks } = view;
  const work = readAgentWork(blocks, isLive);
  const lastTool = blocks.findLastIndex(({ kind }) => kind === "tool");
  const said = (list: readonly ShownBlock[], isEnd: boolean) => (
    <Blocks
      blocks={list.filter(({ kind }) => kind !== "tool")}
      messageId={messageId}
      citationLabel={citationLabel}
      isCut={isCut && isEnd}
    />
  );
  return (
    <>
      {said(blocks.slice(0, lastTool), false)}
      <section
        aria-label="Agent"
        className="my-3 overflow-hidden rounded-xl border border-rule bg-raised font-sans text-sm"
        data-agent={isLive ? "running" : "over"}
      >
        <Head view={view} work={work} isLive={isLive} />
        {work.plan && <Plan work={work} />}
        <Steps steps={work.steps} isLive={isLive} />
        {work.id !== null && work.changes.length > 0 && (
          <AgentChanges
            workId={work.id}
            messageId={messageId}
            changes={work.changes}
            applies={work.applies}
            isLive={isLive}
            summary={work.plan?.summary ?? ""}
            model={view.model ?? ""}
          />
        )}
      </section>
      {said(blocks.slice(lastTool + 1), true)}
    </>
  );
}

function Head({ view, work, isLive }: { view: AnswerView; work: AgentWork; isLive: boolean }) {
  const { agent, usage } = view;
  const tokens = isLive ? agent?.tokens : usage ? usage.inputTokens + usage.outputTokens : agent?.tokens;
  const share = agent === null ? 0 : Math.max(agent.step / agent.maxSteps, agent.tokens / agent.maxTokens);
  return (
    <header>
      <div className="flex min-h-11 items-center gap-2 px-4 py-1">
        <h3 className="font-medium text-ink-soft">
          {isLive ? <span className="thinking-shimmer">Working</span> : work.plan?.summary || "Agent"}
        </h3>
        <span className="flex-1" />
        <span className="text-xs whitespace-nowrap text-ink-faint tabular-nums" data-agent-progress="">
          {isLive && agent !== null && `Step ${agent.step} of ${agent.maxSteps}`}
          {!isLive && countOf(work.steps.length, "step")}
          {tokens !== undefined &&
            tokens > 0 &&
            ` · ${tokens.toLocaleString("en")}${isLive && agent ? ` of ${short(agent.maxTokens)}` : ""} tokens`}
        </span>
      </div>
      {isLive && (
        <div className="h-0.5 bg-rule" aria-hidden="true">
          <div className="h-full bg-blue transition-[width] duration-300" style={{ width: `${Math.min(100, share * 100)}%` }} />
        </div>
      )}
    </header>
  );
}

function short(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${Math.round(tokens / 1_000)}k`;
}

function Plan({ work }: { work: AgentWork }) {
  const { items } = work.plan!;
  // Shown once if it is the same for every item.
  const common = items.length > 1 && items.every(({ where }) => where === items[0]!.where) ? items[0]!.where : "";
  return (
    <ol aria-label="Plan" className="space-y-1 border-t border-rule px-4 py-2.5">
      {items.map(({ what, where }, i) => (
        // The plan never changes after it arrives.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} className="flex items-baseline gap-2.5" data-item={work.items[i]}>
          <ItemSign state={work.items[i] ?? "waiting"} />
          <span className={`min-w-0 ${work.items[i] === "waiting" ? "text-ink-soft" : ""}`}>
            <span className="tabular-nums">{i + 1}.</span> {what}
            {where !== "" && where !== common && <span className="block truncate text-xs text-ink-faint">{where}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function ItemSign({ state }: { state: ItemState }) {
  if (state === "now") return <Spinner label="In progress" className="size-3.5 shrink-0 translate-y-0.5 text-blue" />;
  if (state === "done") return <Check className="size-3.5 shrink-0 translate-y-0.5 text-insert" role="img" aria-label="Done" />;
  return <Circle className="size-3.5 shrink-0 translate-y-0.5 text-rule-strong" role="img" aria-label="Not started" />;
}

/** The newest steps are visible while it works; afterwards they collapse into one line. */
const shownLive = 4;

function Steps({ steps, isLive }: { steps: readonly AgentStep[]; isLive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (steps.length === 0) return null;
  const hidden = isOpen ? 0 : isLive ? Math.max(0, steps.length - shownLive) : steps.length;
  return (
    <div className="border-t border-rule py-1.5">
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-8 w-full items-center gap-2.5 px-4 text-left text-ink-soft touch-target hover:bg-wash"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            className={`size-3.5 shrink-0 text-ink-faint transition-transform ${isOpen ? "rotate-90" : ""}`}
            aria-hidden="true"
          />
          {isLive && !isOpen ? `${countOf(hidden, "earlier step")}` : "What was done"}
        </button>
      )}
      <ol aria-label="Steps">
        {steps.slice(hidden).map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </div>
  );
}

const signs: Record<string, ComponentType<{ className?: string; "aria-hidden"?: "true" }>> = {
  readDocument: BookOpen,
  checkDocument: ListChecks,
  rewrite: ListChecks,
  humanize: ListChecks,
  evaluate: ListChecks,
  proposeChanges: FilePen,
  getInformation: Search,
  webSearch: Search,
};

function Step({ step }: { step: AgentStep }) {
  const { tool, words, where, result, outcome } = step;
  const Sign = signs[tool] ?? Wrench;
  return (
    <li className="flex items-baseline gap-2.5 px-4 py-1" data-step={tool} data-outcome={outcome}>
      {outcome === "pending" ? (
        <Spinner label="Running" className="size-3.5 shrink-0 translate-y-0.5 text-ink-faint" />
      ) : outcome === "done" ? (
        <Sign className="size-3.5 shrink-0 translate-y-0.5 text-ink-faint" aria-hidden="true" />
      ) : (
        <Ban
          className="size-3.5 shrink-0 translate-y-0.5 text-warn"
          role="img"
          aria-label={outcome === "cancelled" ? "Cancelled" : "Refused"}
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1">{words}</span>
          {outcome !== "refused" && result !== "" && <span className="shrink-0 text-xs text-ink-faint tabular-nums">{result}</span>}
          {outcome === "cancelled" && <span className="shrink-0 text-xs text-ink-faint">cancelled</span>}
        </span>
        {where !== "" && <span className="block truncate text-xs text-ink-faint">{where}</span>}
        {outcome === "refused" && <span className="line-clamp-3 text-xs text-warn">{result}</span>}
      </span>
    </li>
  );
}
