/*
 * Provides a chat's page with its two stores: the chat, found or created, and the
 * composer's form. A new chat has its id from the start, so it stays the same chat
 * once the server has stored it.
 */
import { useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ChatProject, ChatReview, ChatThread } from "#core/chat/chat.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Project } from "#core/workspace/project.ts";
import { ask, problemIn } from "../ask.ts";
import { ComposerForm, defaultChoices } from "../composer/form-state.ts";
import { rememberChanges, rememberedChoices } from "../composer/remembered-choices.ts";
import { chatBegunBefore } from "../composer/unsent.ts";
import { showToast } from "../kit/toast.tsx";
import { notify, onUpdate, type Update } from "../updates.ts";
import { ChatScreen } from "./chat-screen.tsx";
import type { ChatStore } from "./chat-store.ts";
import type { Beside } from "./sending.ts";
import { findOpenChat, forgetChat, openChat } from "./open-chats.ts";
import { useChat } from "./use-chat.ts";
import { useWorkspace } from "../shell/use-place.ts";

type ChatPageProps = {
  chatId: string | undefined;
  thread: ChatThread | null;
  defaultModel: string | null;
  /** An administrator has to connect a model first, as the server saw it. */
  needsModel: boolean;
  /** The project a new chat will be created in. */
  project: ChatProject | null;
  /** The review whose table a new chat will be about. */
  review: ChatReview | null;
};

export function ChatPage({ chatId, ...rest }: ChatPageProps) {
  const start = useStart(chatId);
  const id = chatId ?? start;
  return <Chat key={id} id={id} {...rest} isStart={chatId === undefined} />;
}

/**
 * The id of the start view's chat. It is renewed where that chat has its address, and by each navigation once the server
 * has it: "New chat" may be chosen before the page of its address was drawn.
 */
function useStart(chatId: string | undefined): string {
  const { key } = useLocation();
  // A question that was sent but not acknowledged keeps the chat it was going to start.
  const [start, setStart] = useState(() => ({ id: chatBegunBefore() ?? uuidv7(), key }));
  const isStored = key !== start.key && findOpenChat(start.id)?.read().exists === true;
  if (chatId === start.id || isStored) setStart({ id: uuidv7(), key });
  else if (key !== start.key) setStart({ id: start.id, key });
  return start.id;
}

type ChatProps = Omit<ChatPageProps, "chatId"> & { id: string; isStart: boolean };

function Chat({ id, thread, defaultModel, needsModel, project, review, isStart }: ChatProps) {
  // Created once: whatever the routes load later is the same chat, and the store keeps itself current.
  const [store] = useState(() => begunIn(openChat(id, thread), project));
  const [form] = useState(() => newForm(store, defaultModel));
  useEffect(() => {
    if (isStart) store.beginIn(project);
  }, [store, isStart, project]);
  useAddress(store, isStart);
  useNews(store);
  useChoices(store, form, project);
  useEffect(() => {
    if (isStart) form.choose({ review: review ?? undefined });
  }, [form, isStart, review]);
  return (
    <main className="flex min-h-0 flex-1 flex-col" aria-label="Chat">
      <ChatScreen store={store} form={form} needsModel={needsModel} />
    </main>
  );
}

type ChatBesideProps = {
  id: string;
  thread: ChatThread | null;
  defaultModel: string | null;
  project: ChatProject;
  beside: Beside;
  /** Where the device keeps what is typed before the chat exists. */
  startPlace: string;
  overComposer: ReactNode;
};

/** The chat beside a document: it has no address, and sends the document as context. */
export function ChatBeside({ id, thread, defaultModel, project, beside, startPlace, overComposer }: ChatBesideProps) {
  const [store] = useState(() => Object.assign(begunIn(openChat(id, thread), project), { startPlace }));
  const [form] = useState(() => newForm(store, defaultModel));
  useEffect(() => {
    store.standBeside(beside);
    return () => store.standBeside(null);
  }, [store, beside]);
  useNews(store);
  useChoices(store, form, project);
  return <ChatScreen store={store} form={form} overComposer={overComposer} />;
}

function begunIn(store: ChatStore, project: ChatProject | null): ChatStore {
  if (project !== null) store.beginIn(project);
  return store;
}

/** Navigates to the chat's address once the server has it, and sets the window title to its name. */
function useAddress(store: ChatStore, isStart: boolean): void {
  const place = useWorkspace();
  const navigate = useNavigate();
  const exists = useChat(store, (state) => state.exists);
  const title = useChat(store, (state) => state.title);
  useEffect(() => {
    if (!exists || !isStart) return;
    // Immediately, so that a reload finds the chat.
    void navigate(place.path(`/chat/${store.read().id}`), { preventScrollReset: true });
  }, [store, exists, isStart, navigate, place]);
  useEffect(() => {
    if (title !== "") document.title = `${title} · Stet`;
  }, [title]);
}

/** Joins a running answer, follows changes made elsewhere, and reports to the server what has been seen. */
function useNews(store: ChatStore): void {
  const place = useWorkspace();
  const running = useChat(store, (state) => state.turn !== null);
  const exists = useChat(store, (state) => state.exists);
  const isOwner = useChat(store, (state) => state.isOwner);
  const navigate = useNavigate();
  useEffect(() => {
    store.connect();
    function leave(to: string) {
      forgetChat(store.read().id);
      void navigate(place.path(to), { replace: true });
    }
    /** Discovered by asking, since no update could be delivered. */
    function goneIf(error: unknown) {
      if (problemIn(error).status !== 404) return;
      if (store.read().isOwner) return notify({ type: "chat-removed", id: store.read().id });
      showToast({ kind: "info", text: "This chat is no longer shared with you, or its project was deleted." });
      leave("/vault");
    }
    function readAgain() {
      store.reread().then(() => store.connect(), goneIf);
    }
    return onUpdate((update) => {
      if (update.type === "chat" && update.chat.id === store.read().id) {
        store.rename(update.chat.title);
        if (update.chat.projectId !== (store.read().project?.id ?? null)) void store.reread().catch(() => {});
      }
      if (update.type === "chat-removed" && update.id === store.read().id) leave("/chat");
      if (concernsProject(update, store)) readAgain();
      if (update.type === "access") void askRole(store, readAgain);
      if (update.type === "thread" && update.chatId === store.read().id)
        void store.changedElsewhere(update.version, update.runId).catch(() => {});
      if (update.type === "chat-summary" && update.chatId === store.read().id) void store.reread().catch(() => {});
      if (update.type === "connected") void store.catchUp().catch(goneIf);
      if (update.type === "reconnected" && store.read().exists) readAgain();
    });
  }, [store, navigate, place]);
  useEffect(() => {
    if (!exists || running || !isOwner) return;
    function seen() {
      if (document.visibilityState === "visible") void ask(`/api/chats/${store.read().id}/seen`, { body: {} }).catch(() => {});
    }
    seen();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, [store, exists, running, isOwner]);
}

/** Some role of the reader has ended. A chat that does not exist yet belongs to no one, so its project is asked. */
async function askRole(store: ChatStore, readAgain: () => void): Promise<void> {
  const { exists, project } = store.read();
  if (project === null) return;
  if (exists) return readAgain();
  try {
    store.roleIs((await ask<Project>(`/api/projects/${project.id}`)).mayWrite);
  } catch (error) {
    if (problemIn(error).status === 404) store.roleIs(false);
  }
}

/** Its project was renamed or deleted; for a viewer, the chat may have been moved out of it. */
function concernsProject(update: Update, store: ChatStore): boolean {
  const { exists, project } = store.read();
  if (!exists || project === null) return false;
  if (update.type === "project-removed") return update.id === project.id;
  return update.type === "project" && update.project.id === project.id;
}

function newForm(store: ChatStore, defaultModel: string | null): ComposerForm {
  const { choices, temporary } = store.read();
  return new ComposerForm(choices ?? { ...defaultChoices, model: defaultModel ?? defaultChoices.model }, temporary);
}

/** A chat keeps its own choices; a new one starts with the last choices made on this device. */
function useChoices(store: ChatStore, form: ComposerForm, project: ChatProject | null): void {
  const [search] = useSearchParams();
  const isTemporary = search.has("temporary");
  useEffect(() => {
    if (store.read().choices === null) form.choose({ ...rememberedChoices(), writingType: null, draftMode: false });
    let before = form.read().choices;
    return form.subscribe(() => {
      const { choices } = form.read();
      rememberChanges(before, choices);
      before = choices;
    });
  }, [store, form]);
  useEffect(() => {
    if (!store.read().exists) form.setTemporary(isTemporary && project === null);
  }, [store, form, isTemporary, project]);
}
