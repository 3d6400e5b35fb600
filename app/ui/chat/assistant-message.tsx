/* An answer: its blocks, what it is waiting for, how it ended, and its actions. */
import { useCallback, useEffect, useRef } from "react";
import { citationLabel as labelOf } from "#core/law/citations.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { ownSentence } from "#core/workspace/own-problems.ts";
import { SourceList } from "../sources/source-list.tsx";
import { markVerdicts } from "../sources/verdicts.ts";
import { VerdictSummary } from "../sources/verdict-summary.tsx";
import { late } from "../kit/late.ts";
import { isAgentAnswer } from "./agent/is-agent-answer.ts";
import { signSelection } from "../copied-text.ts";
import type { Answer, AnswerView } from "./answer.ts";
import { copiedAnswer } from "./answer-facts.ts";
import { fetchToolPanel } from "./blocks/block-view.tsx";
import { Blocks } from "./blocks/blocks.tsx";
import { useChatTools } from "./chat-context.ts";
import type { Turn } from "./chat-state.ts";
import { AssistantMessageActions } from "./message-actions.tsx";
import { ProblemCard } from "./problem-card.tsx";
import { RunNotice } from "./run-notice.tsx";
import { ThinkingIndicator } from "./thinking-indicator.tsx";
import { useAnswer, useChat, useReadOnly } from "./use-chat.ts";

export function AssistantMessage({ message, answer, isLast }: { message: ThreadMessage; answer: Answer; isLast: boolean }) {
  const { store, form, reportFailure, openCitation } = useChatTools();
  const view = useAnswer(answer);
  const isReadOnly = useReadOnly(store);
  const isLive = useChat(store, (state) => state.turn?.replyId === message.id);
  const citationLabel = useCallback((n: number) => hostLabel(answer, n), [answer]);
  const isOver = !isLive && view.status !== "running";
  const isCut = isOver && view.status !== "done";
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLive) fetchToolPanel();
  }, [isLive]);
  useEffect(() => {
    const answered = words.current;
    if (!isOver || answered === null) return;
    markVerdicts(answered, view.sources);
    if (view.sources.length === 0) return;
    const left = new AbortController();
    void import("../sources/citation-peek.ts").then((peek) => peek.peekAtCitations(answered, openCitation, left.signal));
    return () => left.abort();
  }, [isOver, view, openCitation]);
  return (
    <article
      className="group/message"
      data-message-id={message.id}
      data-role="assistant"
      data-status={isLive ? "running" : view.status}
      aria-label="Stet"
      aria-busy={isLive}
    >
      <h2 className="sr-only">Stet</h2>
      <VerdictSummary sources={view.sources} content={isOver ? contentOf(answer, message) : ""} isOver={isOver} />
      <div ref={words} className="answer font-serif text-read" onCopy={(event) => signSelection(event, copiedAnswer(message.id))}>
        {isAgentAnswer(view.blocks) ? (
          <AgentBlocks view={view} messageId={message.id} isLive={isLive} citationLabel={citationLabel} isCut={isCut} />
        ) : (
          <Blocks blocks={view.blocks} messageId={message.id} citationLabel={citationLabel} isCut={isCut} />
        )}
      </div>
      {isLive && (
        <Waiting messageId={message.id} notice={view.notice} isEmpty={view.blocks.length === 0} hasToken={answer.length > 0} />
      )}
      {isOver && view.status !== "done" && view.status !== "running" && (
        <ProblemCard
          status={view.status}
          problem={view.problem}
          hasText={view.blocks.length > 0}
          canAct={isLast && !isReadOnly}
          onContinue={() => void reportFailure(store.continue(message.id, form.read().choices))}
          onAgain={() => void reportFailure(store.regenerate(message.id, form.read().choices))}
        />
      )}
      {isOver && isLast && view.status === "done" && <LengthNote messageId={message.id} content={contentOf(answer, message)} />}
      {isOver && <SourceList sources={view.sources} messageId={message.id} />}
      {isOver && <AssistantMessageActions message={message} content={() => contentOf(answer, message)} isLast={isLast} />}
    </article>
  );
}

// Rarely needed, so each is a separate chunk.
const AgentBlocks = late(() => import("./agent/agent-blocks.tsx")).part("AgentBlocks");
const LengthNote = late(() => import("./length-note.tsx")).part("LengthNote");

/** Web sources are cited by host, documents by number. */
function hostLabel(answer: Answer, n: number): string | undefined {
  const source = answer.view.sources.find((one) => one.number === n);
  return source?.type === "web" ? labelOf(source) : undefined;
}

type WaitingProps = {
  messageId: string;
  notice: AnswerView["notice"];
  /** Nothing is shown yet. */
  isEmpty: boolean;
  hasToken: boolean;
};

function Waiting({ messageId, notice, isEmpty, hasToken }: WaitingProps) {
  const { store } = useChatTools();
  const turn = useChat(store, (state) => (state.turn?.replyId === messageId ? state.turn : null));
  const connection = turn?.connection;
  if (connection?.state === "lost" && connection.attempt > 1) {
    return <RunNotice text={`The connection was lost. ${whatIsKept(turn?.phase, isEmpty)}`} until={connection.until} />;
  }
  if (!notice && (!isEmpty || connection?.state === "lost")) return null;
  if (!notice) return <ThinkingIndicator isHeld={turn?.phase === "sending"} hasToken={hasToken} />;
  const title = ownSentence(notice.code) ?? notice.detail;
  // The countdown that follows replaces the advice.
  const words = notice.until === null ? title : title.replace(/(?<=\.) .*/, "");
  return <RunNotice text={words} until={notice.until} />;
}

function whatIsKept(phase: Turn["phase"] | undefined, isEmpty: boolean): string {
  if (phase === "sending") return "Your question has not been confirmed yet; it is kept on this device.";
  return isEmpty ? "Your question is saved." : "What arrived is kept.";
}

function contentOf(answer: Answer, message: ThreadMessage): string {
  return answer.content || message.content;
}
