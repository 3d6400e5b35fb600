import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { ChatSummary } from "#core/chat/chat.ts";
import { recentChatCount } from "#core/chat/sidebar.ts";
import { ask } from "../ask.ts";
import { onUpdate, type Update } from "../updates.ts";
import { withUpdate } from "./chat-list.ts";

/** The newest chats, as the server rendered them, kept current by updates. */
export function useRecentChats(rendered: { chats: ChatSummary[]; now: string }) {
  const [chats, setChats] = useState<readonly ChatSummary[]>(rendered.chats);
  // Advances with updates, so that a window left open overnight does not show yesterday as today.
  const [now, setNow] = useState(rendered.now);
  const change = useCallback((update: Update) => setChats((before) => withUpdate(before, update)), []);

  const receive = useEffectEvent((update: Update) => {
    setNow(new Date().toISOString());
    if (update.type === "connected" || update.type === "reconnected") void readAgain().then((fresh) => fresh && setChats(fresh));
    else change(update);
  });
  useEffect(() => onUpdate((update) => receive(update)), []);
  return { chats, now, change };
}

/** Fails silently: a stale list is better than an error about it. */
async function readAgain(): Promise<ChatSummary[] | null> {
  try {
    return (await ask<{ sessions: ChatSummary[] }>(`/api/chat-sessions?limit=${recentChatCount}`)).sessions;
  } catch {
    return null;
  }
}
