/* The demo chat for visitors; signed-in users get the real one. */
import { href, redirect } from "react-router";
import { siteOrigin } from "#server/pages/site-origin.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { DemoChat } from "#ui/demo/demo-chat.tsx";
import { PageAddress } from "#ui/marketing/page-address.tsx";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/demo.ts";

export function meta() {
  return pageMeta("Try it · Stet", "Look around before you create an account.");
}

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(href("/chat"));
  return { origin: siteOrigin(context.get(stetContext).env) };
}

export default function DemoPage({ loaderData: { origin } }: Route.ComponentProps) {
  return (
    <>
      <PageAddress origin={origin} />
      <DemoChat />
    </>
  );
}
