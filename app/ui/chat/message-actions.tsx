/*
 * The actions for a message. The row keeps its height when hidden, so nothing moves
 * on hover; on touch screens and for the last answer it is always visible.
 */
import { Ellipsis, History, Pencil, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { ThreadMessage } from "#core/chat/message.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { useChatTools } from "./chat-context.ts";
import { signedCopy } from "../copied-text.ts";
import { copiedAnswer } from "./answer-facts.ts";
import { answerForClipboard, copyWords } from "./copied-answer.ts";
import { CopyButton } from "./copy-button.tsx";
import { useReadOnly } from "./use-chat.ts";

const Versions = late(() => import("./versions.tsx")).part("Versions");
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
      {message.versions.length > 1 && <Versions message={message} />}
      <CopyButton {...copyWords} content={() => ({ html: plainToHtml(message.content), text: message.content })} />
      {!isReadOnly && (
        <>
          <IconButton label="Edit" size="small" icon={<Pencil />} onClick={onEdit} />
          <IconButton label="Restore checkpoint" size="small" icon={<History />} onClick={() => askToRestore(message.id)} />
        </>
      )}
      <More message={message} content={() => message.content} />
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
      {message.versions.length > 1 && <Versions message={message} />}
      <More message={message} content={content} />
    </Row>
  );
}

function More({ message, content }: { message: ThreadMessage; content: () => string }) {
  const { store } = useChatTools();
  if (useReadOnly(store)) return null;
  return (
    <Menu trigger={<IconButton label="More" size="small" icon={<Ellipsis />} />}>
      <MessageMenu message={message} content={content} />
    </Menu>
  );
}

/** Carries the provenance, so that text pasted into a draft keeps its authorship. */
function signedAnswer(content: string, { id, sources }: ThreadMessage): { html: string; text: string } {
  const { html, text } = answerForClipboard(content, sources);
  return { html: signedCopy(`<div>${html}</div>`, copiedAnswer(id)), text };
}

function plainToHtml(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\n/g, "<br>")}</p>`)
    .join("");
}
