/* Server-side search of the chat, debounced while typing and repeated when the chat changes. */
import { useEffect, useState } from "react";
import type { FoundInChat } from "#core/chat/chat.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import type { ChatStore } from "../chat-store.ts";

const restMs = 150;

type Found = FoundInChat & { query: string };

export function useFind(store: ChatStore, query: string): { found: Found | null; problem: string | null; isLoading: boolean } {
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const words = query.trim();
  useEffect(() => {
    const gone = new AbortController();
    async function read() {
      try {
        const { id } = store.read();
        const answer = await ask<FoundInChat>(`/api/chats/${id}/find?${new URLSearchParams({ query: words })}`, {
          signal: gone.signal,
        });
        setFound({ ...answer, query: words });
        setProblem(null);
      } catch (error) {
        if (!gone.signal.aborted) setProblem(sentenceOf(problemIn(error)));
      }
    }
    const timer = setTimeout(() => void read(), words === "" ? 0 : restMs);
    let seen = ageOf(store);
    const leave = store.subscribe(() => {
      if (ageOf(store) === seen) return;
      seen = ageOf(store);
      void read();
    });
    return () => {
      clearTimeout(timer);
      leave();
      gone.abort();
    };
  }, [store, words]);
  return { found, problem, isLoading: found?.query !== words && problem === null };
}

/** Changes when messages are added or removed and when an answer ends. */
function ageOf(store: ChatStore): string {
  const { version, turn } = store.read();
  return `${version} ${turn === null}`;
}
