/* A project's pseudonyms: what is replaced before anything of it is sent to a model. */
import { Link } from "react-router";
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { getPseudonyms, suggestedNames } from "#server/data/pseudonyms/own-lists.ts";
import { submitPseudonyms } from "#server/pseudonyms/pseudonyms-form.ts";
import { PseudonymSettings } from "#ui/pseudonyms/pseudonym-settings.tsx";
import { useWorkspace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/pseudonyms.ts";

export function meta() {
  return [{ title: "Pseudonyms · Stet" }];
}

export async function loader({ context, params: { projectId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(projectId)) throw problem("not-found");
  const project = await getProject(me, db, projectId);
  if (project.organizationId !== me.organizationId) throw problem("not-found");
  const list = await getPseudonyms(me, db, { projectId });
  return { name: project.name, list, suggestions: list.mayConceal ? await suggestedNames(me, db, projectId) : [] };
}

export function action({ context, request, params: { projectId } }: Route.ActionArgs) {
  return submitPseudonyms(request, context.get(apiContext), `/api/projects/${encodeURIComponent(projectId)}/pseudonyms`);
}

export default function Pseudonyms({ loaderData: { name, list, suggestions }, actionData, params }: Route.ComponentProps) {
  const place = useWorkspace();
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className="mx-auto w-full max-w-160 px-5 pt-10 pb-20">
        <h1 className="font-serif text-display">Pseudonyms</h1>
        <Link to={place.path(`/vault/projects/${params.projectId}`)} className="mt-1 inline-block text-ink-soft underline">
          {name}
        </Link>
        <PseudonymSettings of="project" list={list} suggestions={suggestions} answered={actionData} />
      </div>
    </main>
  );
}
