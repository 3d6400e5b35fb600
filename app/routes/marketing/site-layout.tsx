/*
 * The frame of every public page. These pages need none of the application's scripts and are the same for every
 * visitor, so the server caches them. Their style sheet is part of each: a visitor's first paint waits for nothing else.
 */
import { createHash } from "node:crypto";
import { Outlet } from "react-router";
import { siteOrigin } from "#server/pages/site-origin.ts";
import { stillHeader, stylesHeader } from "#server/pages/page-cache.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { PageAddress } from "#ui/marketing/page-address.tsx";
import { SiteFrame } from "#ui/marketing/site-frame.tsx";
import styles from "../../front.css?inline";
import type { Route } from "./+types/site-layout.ts";

export const handle = { isStill: true };

/** No scripts may run unless a page has its own and declares it. */
export function headers() {
  return { [stillHeader]: "'none'", [stylesHeader]: `'sha256-${createHash("sha256").update(styles).digest("base64")}'` };
}

export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(stetContext);
  return {
    styles,
    isPerson: context.get(actorContext).kind === "person",
    origin: siteOrigin(env),
    links: { privacy: env.PRIVACY_URL ?? null, roadmap: env.ROADMAP_URL ?? null, email: env.CONTACT_EMAIL ?? null },
  };
}

export default function SiteLayout({ loaderData: { styles, isPerson, origin, links } }: Route.ComponentProps) {
  return (
    <SiteFrame isPerson={isPerson} links={links}>
      <style href="front" precedence="default">
        {styles}
      </style>
      <PageAddress origin={origin} />
      <Outlet />
    </SiteFrame>
  );
}
