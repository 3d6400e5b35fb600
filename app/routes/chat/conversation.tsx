/*
 * What one conversation needs: its newest messages, so that a reload shows words
 * at once. A chat that this window has open already is shown as it is, and read
 * again behind the reader's back.
 */
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { problem } from "#core/workspace/problem.ts";
import { citedLaw } from "#core/sources/source.ts";
import { isUuid } from "#core/text/uuid.ts";
import { getThread } from "#server/data/chats/messages.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { findOpenChat } from "#ui/chat/open-chats.ts";
import type { Route } from "./+types/conversation.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!isUuid(params.chatId)) throw problem("not-found");
  const me = context.get(actorContext);
  const stet = context.get(stetContext);
  const thread = await getThread(me, stet.db, params.chatId, { limit: 50 });
  // What belongs to one place never shows in another.
  if (me.kind === "person" && thread.chat.organizationId !== me.organizationId) throw problem("not-found");
  // Nobody waits for it: what it finds is there when the chat is opened again.
  stet.liveLaw.revalidate(citedLaw(thread.messages));
  return { thread };
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const open = findOpenChat(params.chatId);
  if (!open) return serverLoader();
  void open.reread().then(
    () => open.connect(),
    () => {},
  );
  return { thread: null };
}

/** A chat that is shown follows its own news; only another chat is read. */
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
