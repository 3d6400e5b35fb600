/* The landing page. Signed-in users are redirected to the chat. */
import { createHash } from "node:crypto";
import { href, redirect } from "react-router";
import { offeredPlans } from "#core/account/offered-plans.ts";
import { planNames } from "#core/account/plans.ts";
import { themeFrom } from "#core/account/theme.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { stillHeader } from "#server/pages/page-cache.ts";
import frontScript from "#ui/marketing/front-script.js?raw";
import { Landing } from "#ui/marketing/landing.tsx";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/landing.ts";

const description =
  "A writing agent for essays, articles, contracts and memos. Every change lands in the right place or says why not, every citation is checked, and law is cited to the paragraph.";

export function meta() {
  return [
    ...pageMeta("Stet: a writing agent with a natural human touch", description),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "Stet",
        applicationCategory: "BusinessApplication",
        operatingSystem: "Web",
        description,
      },
    },
  ];
}

const scripts = () => `'sha256-${createHash("sha256").update(frontScript).digest("base64")}'`;

export function headers({ parentHeaders }: Route.HeadersArgs) {
  return { ...Object.fromEntries(parentHeaders), [stillHeader]: scripts() };
}

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(href("/chat"));
  const { DEFAULT_PLAN, PRICE_STARTER, PRICE_PROFESSIONAL } = context.get(stetContext).env;
  return {
    plans: offeredPlans(new Date().toISOString(), { starter: PRICE_STARTER, professional: PRICE_PROFESSIONAL }),
    startsOn: planNames[DEFAULT_PLAN],
    theme: themeFrom(request.headers.get("cookie")),
  };
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Landing {...loaderData} />
      <script dangerouslySetInnerHTML={{ __html: frontScript }} />
    </>
  );
}
