/* Round every page of the front. These pages need no script of the application, so it is not sent. */
import { Outlet, useLocation } from "react-router";
import { siteOrigin } from "#server/site-origin.ts";
import { actorContext, nonceContext, stetContext } from "#server/stet.ts";
import { SiteFrame } from "#ui/marketing/site-frame.tsx";
import type { Route } from "./+types/site-layout.ts";

export const handle = { isStill: true };

export function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(stetContext);
  return {
    isPerson: context.get(actorContext).kind === "person",
    nonce: context.get(nonceContext),
    origin: siteOrigin(env),
    links: { privacy: env.PRIVACY_URL ?? null, roadmap: env.ROADMAP_URL ?? null, email: env.CONTACT_EMAIL ?? null },
  };
}

export default function SiteLayout({ loaderData: { isPerson, nonce, origin, links } }: Route.ComponentProps) {
  const address = origin + useLocation().pathname;
  return (
    <SiteFrame isPerson={isPerson} links={links}>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <Outlet />
      <script src="/front.js" nonce={nonce} defer />
    </SiteFrame>
  );
}
