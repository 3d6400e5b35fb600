/*
 * Passes a comment to the assistant: selects its words, so that they are sent with
 * the question, and puts the thread into the composer for the writer to finish and
 * send.
 */
import type { Editor } from "@tiptap/core";
import type { CommentThread } from "#core/comments/comment.ts";
import { joinUnsent } from "../../composer/reconcile.ts";
import { nameOf } from "./comment-card.tsx";
import { commentRange } from "./comment-plugin.ts";
import { scrollTo } from "../find/find-plugin.ts";

const longestWaitMs = 10_000;

/** `openChat` shows the assistant, which may have to load first. */
export async function askAboutComment(editor: Editor, thread: CommentThread, openChat: () => void): Promise<void> {
  const range = commentRange(editor.state, thread.id);
  if (range) {
    editor.commands.setTextSelection({ from: range.start, to: range.end });
    scrollTo(editor.view, range.start);
  }
  openChat();
  const field = await fieldOfChat();
  if (field === null) return;
  field.value = joinUnsent(field.value, questionAbout(thread));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function questionAbout({ anchor, comments }: CommentThread): string {
  const said = comments.filter(({ isDeleted }) => !isDeleted).map((one) => `${nameOf(one)}: ${one.text}`);
  return `About the comment on “${anchor.quote || anchor.about}”:\n\n${said.map((one) => `> ${one.replaceAll("\n", "\n> ")}`).join("\n>\n")}\n\n`;
}

async function fieldOfChat(): Promise<HTMLTextAreaElement | null> {
  const find = () => {
    const fields = [...document.querySelectorAll<HTMLTextAreaElement>("[data-chat-beside] textarea")];
    return fields.findLast((field) => field.offsetParent !== null) ?? null;
  };
  const end = performance.now() + longestWaitMs;
  for (let field = find(); performance.now() < end; field = find()) {
    if (field) return field;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
