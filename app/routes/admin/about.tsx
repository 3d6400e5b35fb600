/* What runs here. */
import { actorContext, stetContext } from "#server/contexts.ts";
import { aboutInstallation } from "#server/process/about.ts";
import { AboutReport } from "#ui/admin/about-report.tsx";
import type { Route } from "./+types/about.ts";

export function meta() {
  return [{ title: "About · Administration · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  return aboutInstallation(context.get(actorContext), context.get(stetContext));
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return <AboutReport {...loaderData} />;
}
