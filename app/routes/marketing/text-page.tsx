/* Every page of plain text: one row of the table. */
import { problem } from "#core/workspace/problem.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import { Prose, ProsePage } from "#ui/marketing/prose-page.tsx";
import { proseHtml } from "#ui/marketing/prose.ts";
import { textPages } from "#ui/marketing/texts.ts";
import type { Route } from "./+types/text-page.ts";

export function loader({ request }: Route.LoaderArgs) {
  const page = textPages[new URL(request.url).pathname.replace(/\/$|\.data$/, "")];
  if (page === undefined) throw problem("not-found");
  return { title: page.title, lead: page.lead, html: proseHtml(page.text) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(`${loaderData?.title ?? "Not found"} · Stet`, loaderData?.lead ?? "");
}

export default function TextPage({ loaderData: { title, lead, html } }: Route.ComponentProps) {
  return (
    <ProsePage title={title} lead={lead}>
      <Prose html={html} />
    </ProsePage>
  );
}
