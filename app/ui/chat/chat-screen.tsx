/*
 * The page of one chat, from the empty start view to a thousand messages. The
 * composer is the same element throughout, so sending the first message moves it
 * without losing focus or typed text.
 */
import { ArrowDown, TextSearch } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { flushSync } from "react-dom";
import { Composer } from "../composer/composer.tsx";
import { isLegalType } from "#core/prose/writing-types.ts";
import { WritingTypes } from "../composer/writing-types.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { useAction } from "../palette/actions.ts";
import { isBlocked, useModels } from "../models/model-list.ts";
import { useChatList } from "../shell/chat-list-context.ts";
import { ChatBar } from "./chat-bar.tsx";
import { ChatDialogs } from "./chat-dialogs.tsx";
import { ChatToolsContext, useChatTools } from "./chat-context.ts";
import type { ChatState } from "./chat-state.ts";
import type { ChatStore } from "./chat-store.ts";
import type { ComposerForm } from "../composer/form-state.ts";
import { lateMessages } from "./late-messages.ts";
import { StartExamples } from "./start-examples.tsx";
import { RecentWork, StartDoors, StartHeading, TemporarySwitch } from "./start-view.tsx";
import { useChat, useForm } from "./use-chat.ts";
import { useChatActions } from "./use-chat-actions.ts";
import { useChatPage } from "./use-chat-page.ts";
import { useFollow } from "./use-follow.ts";

const MessageLog = lateMessages.part("MessageLog");
const BlockedModel = late(() => import("../models/blocked-model.tsx")).part("BlockedModel");
const ConnectLine = late(() => import("../models/connect-line.tsx")).part("ConnectLine");
const QuestionRail = late(() => import("./find/question-rail.tsx")).part("QuestionRail");
const UndoBar = late(() => import("./undo-bar.tsx")).part("UndoBar");
const ofKind = late(() => import("./kind-examples.tsx"));
const [KindExamples, TypeFields, SampleLine] = [ofKind.part("KindExamples"), ofKind.part("TypeFields"), ofKind.part("SampleLine")];
const lines = late(() => import("./chat-lines.tsx"));
const [Note, ReadOnlyLine, TemporaryMark] = [lines.part("Note"), lines.part("ReadOnlyLine"), lines.part("TemporaryMark")];
const FindPanel = late(() => import("./find/find-panel.tsx")).part("FindPanel");

type ChatScreenProps = {
  store: ChatStore;
  form: ComposerForm;
  /** As the server saw it, until the list of models is here. */
  needsModel?: boolean;
  /** Rendered above the composer. */
  overComposer?: ReactNode;
};

export function ChatScreen({ store, form, needsModel = false, overComposer }: ChatScreenProps) {
  const { tools, dialogs } = useChatPage(store, form);
  useChatActions(tools);
  useEffect(() => {
    // As soon as the page can be used: the network may be gone when the question is sent.
    const soon = setTimeout(lateMessages.fetch);
    return () => clearTimeout(soon);
  }, []);
  const [isFinding, setFinding] = useState(false);
  const isLong = useChat(store, isLongChat);
  const pane = useRef<HTMLDivElement>(null);
  const find = useRef<HTMLButtonElement>(null);
  function closeFind() {
    // A hidden button takes no focus, so it must be visible first.
    flushSync(() => setFinding(false));
    find.current?.focus({ preventScroll: true });
  }
  useAction({
    id: "chat.find",
    title: "Find in this chat",
    group: "This chat",
    shortcut: "mod+alt+s",
    keywords: "search questions outline jump",
    run: () => setFinding(true),
    when: () => store.read().sections.length > 0,
  });
  return (
    <ChatToolsContext value={tools}>
      <ChatBar />
      <div ref={pane} className="relative flex min-h-0 flex-1">
        <ChatBody
          needsModel={needsModel}
          overComposer={overComposer}
          findButton={<FindButton ref={find} isOpen={isFinding} onOpen={() => setFinding(true)} />}
        />
        {isLong && !isFinding && <QuestionRail pane={pane} />}
        {isFinding && <FindPanel onClose={closeFind} />}
      </div>
      <ChatDialogs {...dialogs} />
      <Announcer store={store} />
    </ChatToolsContext>
  );
}

/** Long enough to jump from question to question. */
function isLongChat({ sections, hasOlder }: ChatState): boolean {
  return hasOlder || sections.reduce((sum, { entries }) => sum + entries.length, 0) >= 8;
}

type FindButtonProps = { ref: RefObject<HTMLButtonElement | null>; isOpen: boolean; onOpen: () => void };

/** Stays at the top right while the conversation scrolls under it; a small window has no margin for it, but a bar. */
function FindButton({ ref, isOpen, onOpen }: FindButtonProps) {
  return (
    <div className="find-in-chat z-10">
      <IconButton
        ref={ref}
        label="Find in this chat"
        shortcut="mod+alt+s"
        icon={<TextSearch />}
        aria-expanded={isOpen}
        className={isOpen ? "invisible" : ""}
        onClick={onOpen}
      />
    </div>
  );
}

type ChatBodyProps = { needsModel: boolean; overComposer: ReactNode; findButton: ReactNode };

function ChatBody({ needsModel: neededModel, overComposer, findButton }: ChatBodyProps) {
  const { store, form, openCitation } = useChatTools();
  const isEmpty = useChat(store, (state) => state.sections.length === 0);
  const title = useChat(store, (state) => state.title);
  const isOwner = useChat(store, (state) => state.isOwner);
  const hasUndo = useChat(store, (state) => state.undo !== null);
  const models = useModels();
  const hasNote = useChat(store, (state) => state.note !== null);
  const needsModel = models === null ? neededModel : models.connect === "needed";
  const projectId = useChat(store, (state) => state.project?.id ?? null);
  const isInProject = projectId !== null;
  const isNew = useChatList().chats.length === 0;
  const temporary = useForm(form, (state) => state.temporary);
  const chosenModel = useForm(form, (state) => state.choices.model);
  const writingType = useForm(form, (state) => state.choices.writingType);
  const review = useForm(form, (state) => state.choices.review);
  const [showsLegal, setShowsLegal] = useState(false);
  const isLegal = showsLegal || isLegalType(writingType);
  function chooseKinds(legal: boolean) {
    setShowsLegal(legal);
    form.choose({ writingType: null });
  }
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isFollowing, toEnd } = useFollow(scroller, content, store, isEmpty);
  return (
    <div
      ref={scroller}
      onClick={(event) => openCitation(event.target)}
      className="scroll-thin relative h-full min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain"
      data-view={isEmpty ? "start" : "conversation"}
    >
      <div ref={content} className={`flex min-h-full flex-col ${isEmpty ? "justify-center pb-[12dvh]" : ""}`}>
        {!isEmpty && <h1 className="sr-only">{title || "New chat"}</h1>}
        {!isEmpty && findButton}
        {/* A chat in a project is always kept. */}
        {!isInProject && isEmpty && <TemporarySwitch isOn={temporary} onChange={(next) => form.setTemporary(next)} />}
        {!isInProject && !isEmpty && temporary && <TemporaryMark />}
        {isEmpty ? (
          <>
            <StartHeading table={review?.name ?? null} />
            {needsModel && <ConnectLine />}
            {hasUndo && <UndoBar />}
          </>
        ) : (
          <div className="flex-1">
            <MessageLog scroller={scroller} />
            {hasUndo && <UndoBar />}
          </div>
        )}
        <div className={isEmpty ? "px-4" : "sticky bottom-0 bg-paper px-4 pb-[max(1rem,env(safe-area-inset-bottom))]"}>
          {!isEmpty && !isFollowing && (
            <div className="pointer-events-none absolute inset-x-0 -top-12 grid place-items-center">
              <IconButton
                label="To the end"
                icon={<ArrowDown />}
                variant="outline"
                className="pointer-events-auto rounded-full! border-rule-strong/60 bg-raised hover:bg-desk"
                onClick={toEnd}
              />
            </div>
          )}
          {hasNote && <Note />}
          {isOwner && models !== null && isBlocked(models, chosenModel) && <BlockedModel list={models} />}
          {isOwner && overComposer}
          {isOwner ? <Composer layout={isEmpty ? "centred" : "wide"} /> : <ReadOnlyLine />}
        </div>
        {isEmpty && review === undefined && (
          <div className="mt-5 px-4">
            <WritingTypes chosen={writingType} isLegal={isLegal} onChoose={(type) => form.choose({ writingType: type })} />
            {writingType !== null && <TypeFields type={writingType} />}
            {!isInProject && writingType === null && <RecentWork />}
            {isNew && !isInProject && writingType === null && <SampleLine />}
            {/* Rules can't do what the examples ask for. As high as three of them, so that nothing moves when others arrive. */}
            {!needsModel && (
              <div className="mx-auto mt-6 min-h-36 max-w-[40rem] [@media(max-height:44rem)]:hidden">
                {writingType === null && !isLegal ? <StartExamples /> : <KindExamples chosen={writingType} isLegal={isLegal} />}
              </div>
            )}
            <StartDoors projectId={projectId} isLegal={isLegal} onLegal={chooseKinds} />
          </div>
        )}
        <div className="log-end h-px" aria-hidden="true" />
      </div>
    </div>
  );
}

/** Screen readers hear that an answer started and ended, not its pieces. */
function Announcer({ store }: { store: ChatStore }) {
  const running = useChat(store, (state) => state.turn !== null);
  const [words, setWords] = useState("");
  const before = useRef(running);
  useEffect(() => {
    if (before.current === running) return;
    before.current = running;
    setWords(running ? "Stet is answering." : "The answer has ended.");
  }, [running]);
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}
