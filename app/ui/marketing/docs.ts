/*
 * The documentation, by page. Content shared with the README and the architecture
 * document is taken from there, so that the two cannot differ.
 */
import { proseSections, type ProseSection } from "./prose.ts";
import architecture from "../../../ARCHITECTURE.md?raw";
import developers from "../../../content/pages/developers.md?raw";
import guide from "../../../content/pages/docs.md?raw";
import readme from "../../../README.md?raw";
import { readReference, type ApiReference } from "./api-reference.ts";
import type { DocSection } from "./docs-search.ts";

export function guideSections(): ProseSection[] {
  return proseSections(guide);
}

export function developerSections(): ProseSection[] {
  return [
    ...proseSections(developers),
    ...taken(readme, ["Settings", "All commands"]),
    ...taken(architecture, ["The rooms", "How things are added"]),
  ];
}

function taken(text: string, titles: readonly string[]): ProseSection[] {
  return proseSections(text).filter(({ title }) => titles.includes(title));
}

/** Everything that can be searched. */
export function docSections(api: ApiReference | null): DocSection[] {
  const placed =
    (page: string, to: string) =>
    ({ id, title, text }: ProseSection) => ({ page, title, to: `${to}#${id}`, text });
  return [
    ...guideSections().map(placed("Guide", "/docs")),
    ...developerSections().map(placed("Developers", "/docs/developers")),
    ...(api?.groups ?? []).flatMap(({ operations }) =>
      operations.map(({ id, method, path, summary, description, body, answer }) => ({
        page: "API reference",
        title: summary,
        to: `/docs/api#${id}`,
        text: [`${method} ${path}.`, description, ...[...body, ...answer].map((field) => `${field.path}: ${field.note}`)].join(
          "\n",
        ),
      })),
    ),
  ];
}

/** The API reference as served by this server; null if it serves none. */
export async function askForReference(ask: (request: Request) => Promise<Response>, origin: string): Promise<ApiReference | null> {
  const answer = await ask(new Request(new URL("/v1/openapi.json", origin)));
  return answer.ok ? readReference(await answer.json()) : null;
}
