/* A template to fill in. */
import { readTemplate } from "#core/templates/template-file.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findLibraryTemplate } from "#server/library/library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { TemplatePage } from "#ui/library/template-page.tsx";
import type { Route } from "./+types/template.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.template.name ?? "Template"} · Stet` }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { id, source, isBuiltIn, canChange } = await findLibraryTemplate(me, context.get(stetContext).db, params.templateId);
  const read = readTemplate(source);
  if ("refusal" in read) throw new Error(`template ${id}: ${read.refusal}`);
  return { id, source, template: read.template, isBuiltIn, canChange, mayMake: mayMake(me) };
}

export default function TemplateRoute({ loaderData }: Route.ComponentProps) {
  return <TemplatePage key={loaderData.id} {...loaderData} />;
}
