/*
 * Round every page of the front. These pages need no script of the application,
 * so it is not sent, and they are the same for every visitor, so the server
 * keeps them.
 */
import { Outlet } from "react-router";
import { siteOrigin } from "#server/pages/site-origin.ts";
import { stillHeader } from "#server/pages/page-cache.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { PageAddress } from "#ui/marketing/page-address.tsx";
import { SiteFrame } from "#ui/marketing/site-frame.tsx";
import type { Route } from "./+types/site-layout.ts";

export const handle = { isStill: true };

/** What scripts may run: none, unless the page has one of its own and says so. */
export function headers() {
  return { [stillHeader]: "'none'" };
}

export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(stetContext);
  return {
    isPerson: context.get(actorContext).kind === "person",
    origin: siteOrigin(env),
    links: { privacy: env.PRIVACY_URL ?? null, roadmap: env.ROADMAP_URL ?? null, email: env.CONTACT_EMAIL ?? null },
  };
}

export default function SiteLayout({ loaderData: { isPerson, origin, links } }: Route.ComponentProps) {
  return (
    <SiteFrame isPerson={isPerson} links={links}>
      <PageAddress origin={origin} />
      <Outlet />
    </SiteFrame>
  );
}
