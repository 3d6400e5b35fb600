/* The front door: a person goes on to the chat, a visitor is shown the house. */
import { href, redirect } from "react-router";
import { offeredPlans, planNames } from "#core/offered-plans.ts";
import { actorContext, stetContext } from "#server/stet.ts";
import { Landing } from "#ui/marketing/landing.tsx";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/landing.ts";

const description =
  "A writing agent for smoother flow, higher quality and a natural human touch. Every change is shown before it is made and can be taken back.";

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

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(actorContext).kind === "person") throw redirect(href("/chat"));
  return { plans: offeredPlans(new Date().toISOString()), startsOn: planNames[context.get(stetContext).env.DEFAULT_PLAN] };
}

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  return <Landing {...loaderData} />;
}
