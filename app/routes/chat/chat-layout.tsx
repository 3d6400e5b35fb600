/*
 * The start view and a conversation are one page that stays in place: sending
 * the first message only gives the chat its address.
 */
import { useRouteLoaderData } from "react-router";
import { ChatPage } from "#ui/chat/chat-page.tsx";
import type { Route } from "./+types/chat-layout.ts";
import type { loader as conversation } from "./conversation.tsx";
import type { loader as start } from "./start.tsx";

export default function ChatLayout({ params }: Route.ComponentProps) {
  const chatId = (params as { chatId?: string }).chatId;
  const thread = useRouteLoaderData<typeof conversation>("routes/chat/conversation")?.thread ?? null;
  const defaultModel = useRouteLoaderData<typeof start>("routes/chat/start")?.defaultModel ?? null;
  return <ChatPage chatId={chatId} thread={thread} defaultModel={defaultModel} />;
}
