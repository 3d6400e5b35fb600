/* For those who run Stet, use its API, or change its code. */
import { DocsFrame, DocsProse } from "#ui/marketing/docs-frame.tsx";
import { developerSections } from "#ui/marketing/docs.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/developers.ts";

const lead = "How to run Stet, use its API, and change its code.";

export function meta() {
  return pageMeta("Developers · Stet", lead);
}

export function loader() {
  return { sections: developerSections() };
}

export default function DevelopersPage({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <DocsFrame page="developers" title="Developers" lead={lead}>
      <DocsProse sections={sections} />
    </DocsFrame>
  );
}
