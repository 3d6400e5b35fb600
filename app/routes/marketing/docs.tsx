/* The user guide; with ?q=, the search results from all documentation. */
import { siteOrigin } from "#server/pages/site-origin.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { DocsFrame, DocsProse } from "#ui/marketing/docs-frame.tsx";
import { DocsHits } from "#ui/marketing/docs-hits.tsx";
import { searchDocs } from "#ui/marketing/docs-search.ts";
import { askForReference, docSections, guideSections } from "#ui/marketing/docs.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/docs.ts";

const lead = "How to write with Stet.";
const longestQuestion = 200;

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(`${loaderData?.question ? `${loaderData.question} · ` : ""}Guide · Stet`, lead);
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const question = (new URL(request.url).searchParams.get("q") ?? "").slice(0, longestQuestion).trim();
  if (question === "") return { question, hits: [], sections: guideSections() };
  const reference = await askForReference(context.get(apiContext), siteOrigin(context.get(stetContext).env));
  return { question, hits: searchDocs(docSections(reference), question), sections: [] };
}

export default function DocsPage({ loaderData: { question, hits, sections } }: Route.ComponentProps) {
  return (
    <DocsFrame page="guide" title="Guide" lead={lead} question={question}>
      {question === "" ? <DocsProse sections={sections} /> : <DocsHits question={question} hits={hits} />}
    </DocsFrame>
  );
}
