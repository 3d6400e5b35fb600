/*
 * The messages of a chat. The browser skips rendering off-screen sections of 25;
 * older messages are fetched before the reader reaches the top. Everything loaded
 * is on the page, so the browser's own search finds it; opening that search fetches
 * the rest, as Load all does.
 */
import { Fragment, memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { ChatSummaryText } from "#core/chat/chat-summary.ts";
import { Button } from "../kit/button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { AssistantMessage } from "./assistant-message.tsx";
import { useChatTools } from "./chat-context.ts";
import { entriesOf, type Entry, type Section } from "./sections.ts";
import { useChat } from "./use-chat.ts";
import { UserMessage } from "./user-message.tsx";
import { late } from "../kit/late.ts";

// Only long chats have one.
const SummaryLine = late(() => import("./summary-line.tsx")).part("SummaryLine");

/** Never more than this on one page; the chat's search finds the rest. */
const mostOnPage = 1000;

export function MessageLog({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { store } = useChatTools();
  const sections = useChat(store, (state) => state.sections);
  const summary = useChat(store, (state) => state.summary);
  const lastId = sections.at(-1)?.entries.at(-1)?.message.id;
  const lastUserId =
    lastId === undefined ? undefined : sections.at(-1)!.entries.findLast((entry) => entry.message.role === "user")?.message.id;
  return (
    <div role="log" aria-label="Conversation" aria-live="off" className="log w-full">
      <div className="mx-auto flex w-full max-w-[38.5rem] flex-col px-4 pt-6 pb-8 sm:px-8">
        <Older scroller={scroller} />
        {sections.map((section, i) => (
          <SectionView
            key={section.key}
            section={section}
            summary={summary !== null && holds(section, summary.throughId) ? summary : null}
            lastId={i === sections.length - 1 ? lastId : undefined}
            lastUserId={i === sections.length - 1 ? lastUserId : undefined}
          />
        ))}
      </div>
    </div>
  );
}

function holds({ entries }: Section, messageId: string): boolean {
  return entries.some(({ message }) => message.id === messageId);
}

type SectionViewProps = {
  section: Section;
  summary: ChatSummaryText | null;
  lastId: string | undefined;
  lastUserId: string | undefined;
};

const SectionView = memo(function SectionView({ section, summary, lastId, lastUserId }: SectionViewProps) {
  return (
    <section
      className="log-section flex flex-col gap-5 pb-5"
      style={{ containIntrinsicSize: `auto ${estimatedHeight(section)}px` }}
    >
      {section.entries.map((entry) => (
        <Fragment key={entry.message.id}>
          <EntryView entry={entry} isLast={entry.message.id === lastId || entry.message.id === lastUserId} />
          {summary?.throughId === entry.message.id && <SummaryLine summary={summary} />}
        </Fragment>
      ))}
    </section>
  );
});

const EntryView = memo(function EntryView({ entry, isLast }: { entry: Entry; isLast: boolean }) {
  const { message, answer } = entry;
  if (message.role === "system") return null;
  return answer ? (
    <AssistantMessage message={message} answer={answer} isLast={isLast} />
  ) : (
    <UserMessage message={message} isLast={isLast} />
  );
});

/** Good enough for a scrollbar; the browser substitutes the real height once rendered. */
function estimatedHeight(section: Section): number {
  return section.entries.reduce((height, { message }) => height + 90 + Math.ceil(message.content.length / 62) * 28, 0);
}

function Older({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { store, reportFailure } = useChatTools();
  const hasOlder = useChat(store, (state) => state.hasOlder);
  const firstKey = useChat(store, (state) => state.sections[0]?.key);
  const sentinel = useRef<HTMLDivElement>(null);
  const [loadingAll, setLoadingAll] = useState(false);

  useEffect(() => {
    if (!hasOlder || firstKey === undefined || !sentinel.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void store.loadOlder().catch(() => {});
      },
      { root: scroller.current, rootMargin: "1200px 0px 0px 0px" },
    );
    seen.observe(sentinel.current);
    return () => seen.disconnect();
  }, [store, hasOlder, firstKey, scroller]);
  useKeptPlaceAtTop(scroller, firstKey);

  async function loadAll() {
    setLoadingAll(true);
    while (store.read().hasOlder && entriesOf(store.read().sections).length < mostOnPage) {
      if (!(await reportFailure(store.loadOlder(200)))) break;
      await new Promise((resolve) =>
        typeof requestIdleCallback === "function" ? requestIdleCallback(resolve) : setTimeout(resolve, 16),
      );
    }
    setLoadingAll(false);
  }
  useBrowserSearch(hasOlder && !loadingAll, () => void loadAll());
  if (!hasOlder) return null;
  return (
    <div ref={sentinel} className="flex h-14 items-center justify-center gap-3 text-ink-faint">
      <Spinner className="size-4" />
      <span>Older messages</span>
      <Button variant="quiet" size="small" pending={loadingAll} onClick={() => void loadAll()}>
        Load all
      </Button>
    </div>
  );
}

/**
 * The browser only searches what is on the page, so when its search opens, the rest
 * of the chat is fetched while the reader types.
 */
function useBrowserSearch(isWanted: boolean, loadAll: () => void): void {
  const load = useEffectEvent(loadAll);
  useEffect(() => {
    if (!isWanted) return;
    function onKey(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "f") load();
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isWanted]);
}

/**
 * Browsers keep the scroll position when content is inserted above it, except at
 * the very top, which is handled here.
 */
function useKeptPlaceAtTop(scroller: RefObject<HTMLElement | null>, firstKey: string | undefined): void {
  const height = useRef(0);
  const known = useRef(firstKey);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (known.current !== firstKey && height.current > 0 && element.scrollTop < 1)
      element.scrollTo({ top: element.scrollHeight - height.current });
    known.current = firstKey;
    height.current = element.scrollHeight;
  });
}
