/* Something new for the library, with a little of each part to begin from. */
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { libraryQuerySchema } from "#core/requests/library.ts";
import { newPlaybookSource } from "#core/playbooks/playbook-file.ts";
import { newQuestionsSource } from "#core/review/questions-file.ts";
import { newClauseSource } from "#core/templates/clause-file.ts";
import { newWorkflowSource } from "#core/workflows/workflow-file.ts";
import { newPromptSource } from "#core/templates/prompt-file.ts";
import { newTemplateSource } from "#core/templates/new-template.ts";
import { namesForWorkflows } from "#server/library/library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { TemplateEditor } from "#ui/library/template-editor.tsx";
import type { Route } from "./+types/new.ts";

export function meta() {
  return [{ title: "New in the library · Stet" }];
}

const sources = {
  templates: newTemplateSource,
  clauses: newClauseSource,
  prompts: newPromptSource,
  playbooks: newPlaybookSource,
  questions: newQuestionsSource,
  workflows: newWorkflowSource,
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person" || !mayMake(me)) throw problem("not-allowed");
  const { shelf } = libraryQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const library = shelf === "workflows" ? await namesForWorkflows(me, context.get(stetContext).db) : undefined;
  return { shelf, source: sources[shelf], ...(library && { library }) };
}

export default function NewTemplate({ loaderData }: Route.ComponentProps) {
  return <TemplateEditor key={loaderData.shelf} id={null} version={0} versions={[]} {...loaderData} />;
}
