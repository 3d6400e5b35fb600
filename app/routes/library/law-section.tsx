/* A section of the law shelf, two of its wordings compared, and the sections around it. */
import { wordingsQuerySchema } from "#core/requests/law.ts";
import { problem } from "#core/workspace/problem.ts";
import { getSectionLinks } from "#server/data/law/law-section-links.ts";
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
  const { db } = context.get(stetContext);
  const [section, links] = await Promise.all([getSectionWordings(me, db, asked.ref), getSectionLinks(me, db, asked.ref)]);
  return { asked, section, links };
}

export default function LawSection({ loaderData }: Route.ComponentProps) {
  return <SectionPage key={loaderData.section.ref} {...loaderData} />;
}
