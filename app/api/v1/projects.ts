/* Projects of the key's organization: those of the person who created the key, and those shared with them. */
import { z } from "zod";
import { newProjectSchema, type ProjectSummary } from "#core/workspace/project.ts";
import { createProject, getProject, listProjects } from "#server/data/organizations/projects.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const summarySchema = z.object({
  id: z.uuid(),
  object: z.literal("project"),
  name: z.string(),
  is_owner: z.boolean().describe("Only its owner can change what is in it."),
  is_archived: z.boolean(),
  created_at: z.string().describe("ISO time"),
  updated_at: z.string().describe("ISO time"),
});
const projectSchema = summarySchema.extend({
  instructions: z.string().describe("What every chat in the project tells the model."),
  matter: z
    .object({ client: z.string(), counterparty: z.string(), jurisdiction: z.string() })
    .describe("Whom the writer acts for, against whom, and under which law; empty where not stated."),
});

export function projects({ db }: Stet) {
  return [
    route({
      method: "get",
      path: "/v1/projects",
      scope: "projects:read",
      summary: "List projects",
      answer: z.object({ object: z.literal("list"), data: z.array(summarySchema) }),
      async handle({ me }) {
        const { own, shared, archived } = await listProjects(me, db);
        return { object: "list", data: [...own, ...shared, ...archived].map(summaryOf) };
      },
    }),
    route({
      method: "post",
      path: "/v1/projects",
      scope: "projects:write",
      summary: "Create a project",
      body: newProjectSchema,
      answer: projectSchema,
      status: 201,
      async handle({ me, body }) {
        const project = await createProject(me, db, body);
        return { ...summaryOf(project), instructions: project.instructions, matter: project.matter };
      },
    }),
    route({
      method: "get",
      path: "/v1/projects/{id}",
      id: z.uuid(),
      scope: "projects:read",
      summary: "Read one project",
      answer: projectSchema,
      async handle({ me, id }) {
        const project = await getProject(me, db, id);
        return { ...summaryOf(project), instructions: project.instructions, matter: project.matter };
      },
    }),
  ];
}

function summaryOf({ id, name, isOwner, archivedAt, createdAt, updatedAt }: ProjectSummary): z.infer<typeof summarySchema> {
  return {
    id,
    object: "project",
    name,
    is_owner: isOwner,
    is_archived: archivedAt !== null,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
