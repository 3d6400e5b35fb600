/* The public API's reference, from this server's own OpenAPI document. */
import { siteOrigin } from "#server/pages/site-origin.ts";
import { apiContext, stetContext } from "#server/contexts.ts";
import { ApiOperations, groupId } from "#ui/marketing/api-operations.tsx";
import { DocsFrame, WithContents } from "#ui/marketing/docs-frame.tsx";
import { askForReference } from "#ui/marketing/docs.ts";
import { pageMeta } from "#ui/marketing/page-meta.ts";
import type { Route } from "./+types/api-reference.ts";

const lead = "Every operation of the public API, generated from its routes.";

export function meta() {
  return pageMeta("API reference · Stet", lead);
}

export async function loader({ context }: Route.LoaderArgs) {
  return { reference: await askForReference(context.get(apiContext), siteOrigin(context.get(stetContext).env)) };
}

export default function ApiReferencePage({ loaderData: { reference } }: Route.ComponentProps) {
  if (reference === null)
    return (
      <DocsFrame page="api" title="API reference" lead={lead}>
        <p className="max-w-measure font-serif text-read">This server doesn’t offer a public API.</p>
      </DocsFrame>
    );
  const headings = [
    { id: "begin", title: "Getting started" },
    ...reference.groups.map(({ name }) => ({ id: groupId(name), title: name })),
    { id: "refusals", title: "Refusals" },
  ];
  return (
    <DocsFrame page="api" title="API reference" lead={lead}>
      <WithContents headings={headings}>
        <section aria-labelledby="begin" className="max-w-measure space-y-4 font-serif text-read">
          <h2 id="begin" className="scroll-mt-8 text-[1.75rem] leading-9 font-medium">
            Getting started
          </h2>
          <p>
            {reference.description} The address is <code className="font-mono text-sm break-all">{reference.server}</code>; every
            request carries <code className="font-mono text-sm">Authorization: Bearer</code> and a key. {reference.keys}
          </p>
          <p>
            The same as an OpenAPI 3.1 document, for code generators and clients:{" "}
            <a href="/v1/openapi.json" className="text-blue underline underline-offset-4">
              openapi.json
            </a>
            .
          </p>
        </section>
        <ApiOperations reference={reference} />
        <section aria-labelledby="refusals">
          <h2 id="refusals" className="mb-4 scroll-mt-8 font-serif text-[1.75rem] leading-9 font-medium">
            Refusals
          </h2>
          <dl className="max-w-measure">
            {reference.errors.map(({ status, meaning }) => (
              <div key={status} className="flex gap-6 border-t border-rule py-2.5">
                <dt className="font-mono">{status}</dt>
                <dd className="text-ink-soft">{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      </WithContents>
    </DocsFrame>
  );
}
