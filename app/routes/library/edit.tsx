/* A template of the workspace's own, to be changed. */
import { readLibraryFile } from "#core/templates/library-file.ts";
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getTemplate, listTemplateVersions } from "#server/data/library/templates.ts";
import { namesForWorkflows } from "#server/library/library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { TemplateEditor } from "#ui/library/template-editor.tsx";
import type { Route } from "./+types/edit.ts";

export function meta() {
  return [{ title: "Edit · Stet" }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  // One that comes with Stet is changed as a copy.
  if (!isUuid(params.templateId)) throw problem("not-found");
  const { id, source, version, canChange } = await getTemplate(me, db, params.templateId);
  if (!canChange) throw problem("not-allowed");
  const read = readLibraryFile(source);
  const isWorkflow = "item" in read && read.item.shelf === "workflows";
  const library = isWorkflow ? await namesForWorkflows(me, db) : undefined;
  return { id, source, version, versions: await listTemplateVersions(me, db, id), ...(library && { library }) };
}

export default function EditTemplate({ loaderData }: Route.ComponentProps) {
  return <TemplateEditor key={loaderData.id} {...loaderData} />;
}
