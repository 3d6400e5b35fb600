/*
 * The actions for a message. The row keeps its height when hidden, so nothing moves
 * on hover; on touch screens and for the last answer it is always visible.
 */
import { ChevronLeft, ChevronRight, Diff, Ellipsis, History, Pencil, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { versionsOf } from "#core/chat/branches.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { useChatTools } from "./chat-context.ts";
import { signedCopy } from "../copied-text.ts";
import { copiedAnswer } from "./answer-facts.ts";
import { answerForClipboard, copyWords } from "./copied-answer.ts";
import { CopyButton } from "./copy-button.tsx";
import { useChat, useReadOnly } from "./use-chat.ts";

const MessageMenu = late(() => import("./message-menu.tsx")).part("MessageMenu");

function Row({ isLast = false, children }: { isLast?: boolean; children: ReactNode }) {
  return (
    <div
      className={`-mx-1.5 mt-1 flex min-h-7 items-center gap-0.5 font-sans transition-opacity pointer-fine:group-focus-within/message:opacity-100 pointer-fine:group-hover/message:opacity-100 ${
        isLast ? "" : "pointer-fine:opacity-0"
      }`}
    >
      {children}
    </div>
  );
}

export function UserMessageActions({ message, onEdit }: { message: ThreadMessage; onEdit: () => void }) {
  const { store, askToRestore } = useChatTools();
  const isReadOnly = useReadOnly(store);
  return (
    <Row>
      <Versions message={message} />
      <CopyButton {...copyWords} content={() => ({ html: plainToHtml(message.content), text: message.content })} />
      {!isReadOnly && (
        <>
          <IconButton label="Edit" size="small" icon={<Pencil />} onClick={onEdit} />
          <IconButton label="Restore checkpoint" size="small" icon={<History />} onClick={() => askToRestore(message.id)} />
        </>
      )}
      <More message={message} />
    </Row>
  );
}

export function AssistantMessageActions({
  message,
  content,
  isLast,
}: {
  message: ThreadMessage;
  content: () => string;
  isLast: boolean;
}) {
  const { store, form, reportFailure, chooseModel } = useChatTools();
  const isReadOnly = useReadOnly(store);
  function regenerate(model = form.read().choices.model) {
    void reportFailure(store.regenerate(message.id, { ...form.read().choices, model }));
  }
  return (
    <Row isLast={isLast}>
      <CopyButton {...copyWords} content={() => signedAnswer(content(), message)} />
      {!isReadOnly && (
        <Menu trigger={<IconButton label="Regenerate" size="small" icon={<RotateCcw />} />}>
          <MenuItem icon={<RotateCcw />} onSelect={() => regenerate()}>
            Regenerate
          </MenuItem>
          <MenuItem onSelect={() => chooseModel(regenerate)}>Regenerate with another model…</MenuItem>
        </Menu>
      )}
      <Versions message={message} />
      <More message={message} />
    </Row>
  );
}

function More({ message }: { message: ThreadMessage }) {
  const { store } = useChatTools();
  if (useReadOnly(store)) return null;
  return (
    <Menu trigger={<IconButton label="More" size="small" icon={<Ellipsis />} />}>
      <MessageMenu message={message} />
    </Menu>
  );
}

/** Carries the provenance, so that text pasted into a draft keeps its authorship. */
function signedAnswer(content: string, { id, sources }: ThreadMessage): { html: string; text: string } {
  const { html, text } = answerForClipboard(content, sources);
  return { html: signedCopy(`<div>${html}</div>`, copiedAnswer(id)), text };
}

/** ‹ 2/3 ›: the versions of an edited or regenerated message. */
function Versions({ message }: { message: ThreadMessage }) {
  const { store, reportFailure, compareVersions } = useChatTools();
  const busy = useChat(store, (state) => state.turn !== null);
  const isReadOnly = useReadOnly(store);
  const place = versionsOf(message);
  // Switching versions changes what every reader sees.
  if (!place || isReadOnly) return null;
  const { number, count, previous, next } = place;
  const go = (id: string | undefined) => id !== undefined && void reportFailure(store.switchTo(id));
  return (
    <span className="flex items-center text-xs text-ink-faint tabular-nums" role="group" aria-label="Versions">
      <IconButton
        label="Earlier version"
        size="small"
        icon={<ChevronLeft />}
        disabled={busy || previous === undefined}
        onClick={() => go(previous)}
      />
      <span aria-label={`Version ${number} of ${count}`}>
        {number}/{count}
      </span>
      <IconButton
        label="Later version"
        size="small"
        icon={<ChevronRight />}
        disabled={busy || next === undefined}
        onClick={() => go(next)}
      />
      {message.role === "assistant" && (
        <IconButton label="Compare versions" size="small" icon={<Diff />} onClick={() => compareVersions(message.id)} />
      )}
    </span>
  );
}

function plainToHtml(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, "<br>")}</p>`)
    .join("");
}
