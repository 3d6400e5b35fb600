/*
 * The chat beside the text. Every question includes the page's current content: the
 * text is saved first, so that the server answers from what the writer sees. A
 * draft remembers its latest chat; another can be started.
 */
import type { Editor } from "@tiptap/core";
import { SquarePen } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChatThread } from "#core/chat/chat.ts";
import type { ContextBlock } from "#core/chat/context-blocks.ts";
import type { DraftAsText } from "#core/document/draft.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { ChatBeside } from "../../chat/chat-page.tsx";
import { lateMessages } from "../../chat/late-messages.ts";
import * as messageParts from "../../chat/message-parts.ts";
import { Button } from "../../kit/button.tsx";
import { knownDefaultModel } from "../../models/model-list.ts";
import { defaultChoices } from "../../composer/form-state.ts";
import { startBeside } from "../../composer/unsent.ts";
import { findOpenChat } from "../../chat/open-chats.ts";
import { showToast } from "../../kit/toast.tsx";
import { AgentBar } from "../agent/agent-bar.tsx";
import { Suggestions } from "../changes/suggestions.tsx";
import { SyncButton } from "../saving/sync-button.tsx";
import { ContextLine } from "../page/context-line.tsx";
import { questionContext } from "./draft-question.ts";
import type { DraftStore } from "../saving/draft-store.ts";

lateMessages.provide(messageParts);

type DraftChatProps = { draft: DraftAsText; store: DraftStore; editor: Editor; defaultModel: string | null };

export function DraftChat({ draft, store, editor, defaultModel }: DraftChatProps) {
  const [chatId, setChatId] = useState(draft.chatId);
  const [chosen, setChosen] = useState<readonly ContextBlock[]>([]);
  const { thread, problem, readAgain } = useThread(chatId);
  const [fresh, setFresh] = useState(uuidv7);
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  const beside = useCallback(async () => {
    await store.flush();
    return questionContext(editor, draft.id, latest.current);
  }, [store, editor, draft.id]);
  const chat = () => findOpenChat(chatId ?? fresh);
  async function send(content: string) {
    const store = chat();
    const choices = store?.read().choices ?? {
      ...defaultChoices,
      model: knownDefaultModel() ?? defaultModel ?? defaultChoices.model,
    };
    const problem = await store?.send({ content, attachments: [], choices, temporary: false });
    if (problem) showToast({ kind: "error", text: sentenceOf(problem) });
  }
  function begin() {
    setChatId(null);
    setFresh(uuidv7());
  }
  if (chatId !== null && thread === null) {
    return (
      <div className="px-5 py-6 text-ink-soft">
        {problem === null ? "Loading the chat…" : <ReadAgain problem={problem} onTry={readAgain} onBegin={begin} />}
      </div>
    );
  }
  // Only a chat of the reader's own is shown here; the page has the button to share.
  const project = { id: draft.projectId, name: draft.projectName, ownerName: "", isOwn: false };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ContextLine editor={editor} chosen={chosen} onChoose={setChosen}>
        <SyncButton editor={editor} chatSessionId={() => (chat()?.read().exists ? (chatId ?? fresh) : null)} />
        <Suggestions
          editor={editor}
          draftId={draft.id}
          model={chat()?.read().choices?.model}
          onChoose={(prompt) => void send(prompt)}
        />
      </ContextLine>
      <div className="flex min-h-0 flex-1 flex-col" data-chat-beside="">
        <ChatBeside
          key={chatId ?? fresh}
          id={chatId ?? fresh}
          thread={thread}
          defaultModel={knownDefaultModel() ?? defaultModel}
          project={project}
          beside={beside}
          startPlace={startBeside(draft.id)}
          overComposer={<AgentBar draftId={draft.id} />}
        />
      </div>
      {chatId !== null && (
        <div className="flex justify-center border-t border-rule py-1">
          <Button size="small" variant="quiet" onClick={begin}>
            <SquarePen />
            Start another chat
          </Button>
        </div>
      )}
    </div>
  );
}

function ReadAgain({ problem, onTry, onBegin }: { problem: string; onTry: () => void; onBegin: () => void }) {
  return (
    <>
      <p role="alert">{problem}</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={onTry}>Try again</Button>
        <Button variant="quiet" onClick={onBegin}>
          Start another chat
        </Button>
      </div>
    </>
  );
}

function useThread(chatId: string | null) {
  const [thread, setThread] = useState<ChatThread | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useCallback(
    () =>
      chatId === null
        ? Promise.resolve()
        : ask<ChatThread>(`/api/chats/${chatId}`).then(setThread, (error: unknown) => setProblem(sentenceOf(problemIn(error)))),
    [chatId],
  );
  useEffect(() => void read(), [read]);
  return {
    thread: thread?.chat.id === chatId ? thread : null,
    problem,
    readAgain() {
      setProblem(null);
      void read();
    },
  };
}
