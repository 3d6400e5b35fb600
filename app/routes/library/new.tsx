/* A new template, with one field of each of the commonest kinds to begin from. */
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { newTemplateSource } from "#core/templates/new-template.ts";
import { actorContext } from "#server/contexts.ts";
import { TemplateEditor } from "#ui/library/template-editor.tsx";
import type { Route } from "./+types/new.ts";

export function meta() {
  return [{ title: "New template · Stet" }];
}

export function loader({ context }: Route.LoaderArgs) {
  if (!mayMake(context.get(actorContext))) throw problem("not-allowed");
  return { source: newTemplateSource };
}

export default function NewTemplate({ loaderData }: Route.ComponentProps) {
  return <TemplateEditor id={null} source={loaderData.source} version={0} versions={[]} />;
}
