/*
 * The start view and a conversation are one page that stays mounted: sending the first message only changes the
 * address.
 */
import { useRouteLoaderData } from "react-router";
import { ChatPage } from "#ui/chat/chat-page.tsx";
import type { Route } from "./+types/chat-layout.ts";
import type { loader as conversation } from "./conversation.tsx";
import type { loader as start } from "./start.tsx";

export default function ChatLayout({ params }: Route.ComponentProps) {
  const { chatId, slug } = params as { chatId?: string; slug?: string };
  const place = slug === undefined ? "own" : "organization";
  const thread = useRouteLoaderData<typeof conversation>(`${place}/chat/:chatId`)?.thread ?? null;
  const begun = useRouteLoaderData<typeof start>(`${place}/chat`);
  const { defaultModel = null, needsModel = false, project = null, review = null } = begun ?? {};
  return (
    <ChatPage
      chatId={chatId}
      thread={thread}
      defaultModel={defaultModel}
      needsModel={needsModel}
      project={project}
      review={review}
    />
  );
}
