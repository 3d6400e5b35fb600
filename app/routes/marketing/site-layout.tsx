/*
 * The frame of every public page. These pages need none of the application's scripts and are the same for every
 * visitor, so the server caches them.
 */
import { Outlet } from "react-router";
import { siteOrigin } from "#server/pages/site-origin.ts";
import { stillHeader } from "#server/pages/page-cache.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { PageAddress } from "#ui/marketing/page-address.tsx";
import { SiteFrame } from "#ui/marketing/site-frame.tsx";
import type { Route } from "./+types/site-layout.ts";

export const handle = { isStill: true };

/** No scripts may run unless a page has its own and declares it. */
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
