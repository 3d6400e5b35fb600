/*
 * A conversation's newest messages, so that a reload shows text immediately. A chat already open in this window is
 * shown from cache and revalidated in the background.
 */
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { citedLaw } from "#core/sources/source.ts";
import { isUuid } from "#core/text/uuid.ts";
import { getThread } from "#server/data/chats/messages.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { lateMessages } from "#ui/chat/late-messages.ts";
import * as messageParts from "#ui/chat/message-parts.ts";
import { findOpenChat } from "#ui/chat/open-chats.ts";
import type { Route } from "./+types/conversation.ts";

lateMessages.provide(messageParts);

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!isUuid(params.chatId)) throw problem("not-found");
  const me = context.get(actorContext);
  const stet = context.get(stetContext);
  const thread = await getThread(me, stet.db, params.chatId, { limit: 50 });
  // Nothing shows outside its workspace.
  if (me.kind === "person" && thread.chat.organizationId !== me.organizationId) throw problem("not-found");
  // Not awaited: the result shows the next time the chat is opened.
  stet.liveLaw.revalidate(citedLaw(thread.messages));
  return { thread };
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const open = findOpenChat(params.chatId);
  if (!open) return serverLoader();
  // What arrives here is ahead of what the server has stored, as when a first message has just made the chat.
  if (open.read().turn !== null) return { thread: null };
  void open.reread().then(
    () => open.connect(),
    () => {},
  );
  return { thread: null };
}

/** A displayed chat follows its own updates; only a different chat is loaded. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams["chatId"] !== nextParams["chatId"];
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.thread?.chat.title;
  return [{ title: title ? `${title} · Stet` : "Stet" }];
}

export default function Conversation() {
  return null;
}
