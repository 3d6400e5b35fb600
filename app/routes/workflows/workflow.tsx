/* A workflow, to be run. */
import { z } from "zod";
import { readLibraryFile } from "#core/templates/library-file.ts";
import type { LibraryShelf } from "#core/templates/library.ts";
import type { InputType } from "#core/workflows/workflow.ts";
import { mayMake, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { listFiles } from "#server/data/files/files.ts";
import { listTemplates } from "#server/data/library/templates.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { getVersions } from "#server/data/workflows/published.ts";
import { listTriggers } from "#server/data/workflows/triggers.ts";
import { listWorkflowRuns } from "#server/data/workflows/workflow-runs.ts";
import type { Db } from "#server/db/database.ts";
import { findLibraryTemplate, listBuiltIn } from "#server/library/library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { WorkflowPage } from "#ui/workflows/workflow-page.tsx";
import type { Route } from "./+types/workflow.ts";

const latest = 5;
const mostFiles = 200;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.workflow.name ?? "Workflow"} · Stet` }];
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const { id, source, isBuiltIn, canChange } = await findLibraryTemplate(me, db, params.workflowId);
  const read = readLibraryFile(source);
  if ("refusal" in read || read.item.shelf !== "workflows") throw problem("not-found");
  const { workflow } = read.item;
  const projectId = z.uuid().safeParse(new URL(request.url).searchParams.get("project")).data;
  const wants = new Set(workflow.inputs.map(({ type }) => type));
  const [versions, { runs }, { own, shared }, choices, triggers] = await Promise.all([
    isBuiltIn ? { version: 0, publishedVersion: 0 } : getVersions(me, db, id),
    listWorkflowRuns(me, db, { workflowId: id }),
    listProjects(me, db),
    choicesFor(me, db, wants, projectId),
    listTriggers(me, db, id),
  ]);
  const projects = [...own, ...shared].filter(({ mayWrite }) => mayWrite).map((one) => ({ id: one.id, name: one.name }));
  const facts = { id, source, workflow, isBuiltIn, canChange, mayMake: mayMake(me), ...versions };
  return { ...facts, projects, choices, triggers, runs: runs.slice(0, latest) };
}

async function choicesFor(me: Person, db: Db, wants: ReadonlySet<InputType>, projectId: string | undefined) {
  const wantsDraft = wants.has("draft") || wants.has("file");
  const [files, drafts, templates, playbooks] = await Promise.all([
    projectId !== undefined && (wants.has("file") || wants.has("files")) ? listFiles(me, db, { projectId, limit: mostFiles }) : [],
    projectId !== undefined && wantsDraft ? listDrafts(me, db, projectId) : [],
    wants.has("template") ? itemsOn(me, db, "templates") : [],
    wants.has("playbook") ? itemsOn(me, db, "playbooks") : [],
  ]);
  return {
    files: files.map(({ id, originalName }) => ({ id, name: originalName })),
    drafts: drafts.map(({ id, name }) => ({ id, name })),
    templates,
    playbooks,
  };
}

async function itemsOn(me: Person, db: Db, shelf: LibraryShelf) {
  const own = await listTemplates(me, db, { shelf });
  return [...own.templates, ...listBuiltIn({ shelf })].map(({ id, name }) => ({ id, name }));
}

export default function WorkflowRoute({ loaderData }: Route.ComponentProps) {
  return <WorkflowPage {...loaderData} />;
}
