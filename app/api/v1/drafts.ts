/* Drafts as Markdown. A change names its base version, so that no program overwrites what it has not read. */
import { z } from "zod";
import { draftNameMax } from "#core/document/draft.ts";
import { newDraftSchema } from "#core/requests/drafts.ts";
import { plainName } from "#core/text/plain-name.ts";
import type { Person } from "#core/workspace/policy.ts";
import { createDraft, describeDraft, getDraftAsText, saveDraft } from "#server/data/drafts/drafts.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { moveDraftWithPictures } from "#server/files/move-draft.ts";
import { unfiledProject } from "#server/data/drafts/unfiled-drafts.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { Stet } from "#server/stet.ts";
import { publishMove } from "../drafts.ts";
import { route } from "./route.ts";

const { name, content } = newDraftSchema.shape;

const summarySchema = z.object({
  id: z.uuid(),
  object: z.literal("draft"),
  project_id: z.uuid(),
  name: z.string(),
  updated_at: z.string().describe("ISO time"),
});
const draftSchema = summarySchema.extend({
  content: z.string().describe("Markdown"),
  version: z.int().describe("To be sent back with a new content."),
});
const changeSchema = z
  .strictObject({
    name: plainName().min(1).max(draftNameMax).optional(),
    content: z.string().max(5_000_000).optional().describe("Markdown. Needs `version`."),
    project_id: z.uuid().optional().describe("Moves the draft to this project of the same workspace."),
    reveals_names: z
      .boolean()
      .optional()
      .describe(
        "With `project_id`: names that were replaced for models in the old project may be sent as they are in the new one.",
      ),
    version: z.int().min(1).optional().describe("The version that the content came from. If it is no longer the newest: 409."),
  })
  .refine(
    (change) => change.name !== undefined || change.content !== undefined || change.project_id !== undefined,
    "There is nothing to change.",
  )
  .refine((change) => change.content === undefined || change.version !== undefined, {
    path: ["version"],
    message: "say which version the content came from",
  });

export function drafts(stet: Stet) {
  const { db } = stet;
  const read = async (me: Person, id: string) => {
    const draft = await getDraftAsText(me, db, id);
    return { ...summaryOf(draft), content: await longWork(me, "draftMarkdown", draft.document), version: draft.version };
  };
  return [
    route({
      method: "get",
      path: "/v1/drafts",
      scope: "drafts:read",
      summary: "List the drafts of a project",
      query: z.object({ project_id: z.uuid() }),
      answer: z.object({ object: z.literal("list"), data: z.array(summarySchema) }),
      async handle({ me, query }) {
        const found = await listDrafts(me, db, query.project_id);
        return { object: "list", data: found.map(summaryOf) };
      },
    }),
    route({
      method: "post",
      path: "/v1/drafts",
      scope: "drafts:write",
      summary: "Create a draft",
      body: z.object({
        project_id: z.uuid().nullable().describe("Null: it has no project yet."),
        name,
        content: content.describe("Markdown"),
      }),
      answer: draftSchema,
      status: 201,
      async handle({ me, body }) {
        const { content: document } = await longWork(me, "newDraft", { markdown: body.content, answer: null });
        const projectId = body.project_id ?? (await unfiledProject(me, db));
        return read(me, await createDraft(me, db, { projectId, name: body.name, document }));
      },
    }),
    route({
      method: "get",
      path: "/v1/drafts/{id}",
      id: z.uuid(),
      scope: "drafts:read",
      summary: "Read one draft",
      answer: draftSchema,
      handle: ({ me, id }) => read(me, id),
    }),
    route({
      method: "patch",
      path: "/v1/drafts/{id}",
      id: z.uuid(),
      scope: "drafts:write",
      summary: "Change a draft",
      description:
        "A new content is a version of the draft's timeline, and a move can be reversed by another, so both can be undone.",
      body: changeSchema,
      answer: draftSchema,
      async handle({ me, body, id }) {
        if (body.content !== undefined) {
          const document = { markdown: body.content };
          const save = { draftId: id, version: body.version!, document, kind: "import" as const, summary: "Changed by a program" };
          const { version } = await saveDraft(me, db, save);
          stet.updates.publish(me.userId, { kind: "draft", draftId: id, version });
        }
        if (body.project_id !== undefined) {
          const move = { draftId: id, projectId: body.project_id, revealsNames: body.reveals_names };
          const { before, chatIds } = await moveDraftWithPictures(stet, me, move);
          publishMove(stet, me, { projectIds: [before, body.project_id], chatIds });
        }
        if (body.name !== undefined) await describeDraft(me, db, id, { name: body.name });
        return read(me, id);
      },
    }),
  ];
}

type Told = { id: string; projectId: string; name: string; updatedAt: string };

function summaryOf({ id, projectId, name: called, updatedAt }: Told): z.infer<typeof summarySchema> {
  return { id, object: "draft", project_id: projectId, name: called, updated_at: updatedAt };
}
