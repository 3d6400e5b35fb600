/*
 * A chat its owner shared by link, for anyone with the link. It is not indexed, and its address is not leaked to
 * other sites.
 */
import { data } from "react-router";
import { getSharedChat } from "#server/data/chats/chat-shares.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { SharedChatPage } from "#ui/shared/shared-chat-page.tsx";
import type { Route } from "./+types/chat.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const chat = await getSharedChat(context.get(actorContext), context.get(stetContext).db, params.token);
  return data({ chat }, { headers: { "x-robots-tag": "noindex, nofollow" } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.chat.title ?? "A shared chat"} · Stet` },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
  ];
}

export default function SharedChat({ loaderData, params }: Route.ComponentProps) {
  return <SharedChatPage key={params.token} chat={loaderData.chat} />;
}
