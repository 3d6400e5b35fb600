/* A shared chat as its readers see it: the messages as in the chat, and no controls that change them. */
import { useRef, useState } from "react";
import { href, Link } from "react-router";
import type { ChatThread } from "#core/chat/chat.ts";
import type { SharedChat } from "#core/chat/chat-share.ts";
import { ChatDialogs } from "../chat/chat-dialogs.tsx";
import { ChatToolsContext } from "../chat/chat-context.ts";
import { ChatStore } from "../chat/chat-store.ts";
import { MessageLog } from "../chat/message-log.tsx";
import { useChatPage } from "../chat/use-chat-page.ts";
import { ComposerForm, defaultChoices } from "../composer/form-state.ts";
import { buttonClass } from "../kit/button.tsx";
import { StetMark } from "../kit/stet-mark.tsx";
import { dayOf } from "../projects/project-words.ts";

export function SharedChatPage({ chat }: { chat: SharedChat }) {
  const [store] = useState(() => new ChatStore(threadOf(chat)));
  const [form] = useState(() => new ComposerForm(defaultChoices, false));
  const { tools, dialogs } = useChatPage(store, form, true);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <ChatToolsContext value={tools}>
      <div
        ref={scroller}
        onClick={(event) => tools.openCitation(event.target)}
        className="scroll-thin h-dvh overflow-y-auto"
        data-view="shared"
      >
        <header className="sticky top-0 z-10 flex h-13 items-center justify-between gap-4 border-b border-rule bg-paper px-4">
          <Link to={href("/")} aria-label="Stet" className="flex items-center rounded-sm touch-target">
            <StetMark className="text-xl" />
          </Link>
          <Link to={href("/auth/sign-up")} className={buttonClass("outline", "small")}>
            Write with Stet
          </Link>
        </header>
        <main>
          <div className="mx-auto w-full max-w-[38.5rem] px-4 pt-10 sm:px-8">
            <h1 className="font-serif text-display break-words">{chat.title}</h1>
            <p className="mt-2 text-ink-soft">
              This is a copy of a chat from <time dateTime={chat.createdAt}>{dayOf(chat.createdAt)}</time>, shared by its author.
              Answers are written by an AI model.
            </p>
          </div>
          <MessageLog scroller={scroller} />
        </main>
      </div>
      <ChatDialogs {...dialogs} />
    </ChatToolsContext>
  );
}

/** The copy in the form that the chat's components expect; none of its readers is the owner. */
function threadOf({ title, createdAt, messages }: SharedChat): ChatThread {
  return {
    chat: {
      id: "shared",
      title,
      updatedAt: createdAt,
      createdAt,
      running: false,
      unread: false,
      temporary: false,
      organizationId: null,
      projectId: null,
      isOwner: false,
      version: 0,
      choices: null,
    },
    project: null,
    messages,
    hasOlder: false,
    summary: null,
    undo: null,
  };
}
