/* A template to fill in, or another thing of the library to read. */
import { contentOf, readLibraryFile } from "#core/templates/library-file.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listChangedClauses } from "#server/library/changed-clauses.ts";
import { findLibraryTemplate } from "#server/library/library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ItemPage } from "#ui/library/item-page.tsx";
import { PromptPage } from "#ui/library/prompt-page.tsx";
import { TemplatePage } from "#ui/library/template-page.tsx";
import type { Route } from "./+types/template.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${(loaderData && contentOf(loaderData.item).name) ?? "Library"} · Stet` }];
}

const mostChanged = 50;

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const { updatedAt: _, ...facts } = await findLibraryTemplate(me, db, params.templateId);
  const { id, source } = facts;
  const read = readLibraryFile(source);
  if ("refusal" in read) throw new Error(`template ${id}: ${read.refusal}`);
  const isOwnClause = read.item.shelf === "clauses" && !facts.isBuiltIn;
  const changedLaw = isOwnClause ? await listChangedClauses(me, db, { id, limit: mostChanged }) : [];
  return { ...facts, item: read.item, mayMake: mayMake(me), changedLaw };
}

export default function TemplateRoute({ loaderData }: Route.ComponentProps) {
  const { item, changedLaw, ...facts } = loaderData;
  if (item.shelf === "templates") return <TemplatePage key={facts.id} {...facts} template={item.template} />;
  if (item.shelf === "prompts") return <PromptPage key={facts.id} {...facts} prompt={item.prompt} />;
  return <ItemPage key={facts.id} {...facts} item={item} changedLaw={changedLaw} />;
}
