/*
 * The pages of the history. Searches are debounced, and only the latest response
 * counts. The results on screen belong to `shownQuery`, which may lag behind the
 * typed query.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ChatSummary } from "#core/chat/chat.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";

/** `messageId`: the newest message containing the words. */
export type FoundChat = ChatSummary & { excerpt?: string; messageId?: string };
type Page = { sessions: FoundChat[]; hasOlder: boolean };
type Shown = { query: string; chats: FoundChat[]; hasOlder: boolean };

const pageSize = 30;
const restMs = 200;

export function useHistory(wanted: string) {
  const [query, setQuery] = useState(wanted);
  const [shown, setShown] = useState<Shown>({ query: "", chats: [], hasOlder: false });
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef<AbortController>(null);

  async function read(text: string, older: FoundChat[]): Promise<void> {
    asked.current?.abort();
    const { signal } = (asked.current = new AbortController());
    setLoading(true);
    setProblem(null);
    try {
      const page = await ask<Page>(addressOf(text, older.at(-1)), { signal });
      setShown({ query: text, chats: [...older, ...page.sessions], hasOlder: page.hasOlder });
    } catch (thrown) {
      if (signal.aborted) return;
      setProblem(sentenceOf(problemIn(thrown)));
    }
    if (!signal.aborted) setLoading(false);
  }

  const text = query.trim();
  const readNew = useEffectEvent(() => read(text, []));
  useEffect(() => {
    const timer = setTimeout(() => void readNew(), text === "" ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => asked.current?.abort(), []);

  return {
    query,
    search: setQuery,
    shownQuery: shown.query,
    chats: shown.chats,
    hasOlder: shown.hasOlder,
    isLoading,
    problem,
    retry: () => void read(text, []),
    showOlder: () => void read(shown.query, shown.chats),
    rename({ id, title }: { id: string; title: string }) {
      setShown((before) => ({
        ...before,
        chats: before.chats.map((chat) => (chat.id === id ? Object.assign({}, chat, { title }) : chat)),
      }));
    },
    remove(id: string) {
      setShown((before) => ({ ...before, chats: before.chats.filter((chat) => chat.id !== id) }));
    },
  };
}

function addressOf(query: string, last: FoundChat | undefined): string {
  const search = new URLSearchParams({ limit: String(pageSize) });
  if (query !== "") search.set("query", query);
  if (last !== undefined) search.set("before", last.updatedAt);
  return `/api/chat-sessions?${search}`;
}
