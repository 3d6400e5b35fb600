/* A section of the law shelf, and two of its wordings compared. */
import { wordingsQuerySchema } from "#core/requests/law.ts";
import { problem } from "#core/workspace/problem.ts";
import { getSectionWordings } from "#server/data/law/law-shelf-sections.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { SectionPage } from "#ui/law-shelf/section-page.tsx";
import type { Route } from "./+types/law-section.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: loaderData === undefined ? "Law · Stet" : `${loaderData.section.label} ${loaderData.section.act.title} · Stet` },
  ];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const asked = wordingsQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { asked, section: await getSectionWordings(me, context.get(stetContext).db, asked.ref) };
}

export default function LawSection({ loaderData }: Route.ComponentProps) {
  return <SectionPage key={loaderData.section.ref} {...loaderData} />;
}
