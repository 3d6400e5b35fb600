/* Drafts held against playbooks: a check is work in the background, and its changes wait in the draft for a person. */
import { z } from "zod";
import { verdictWords } from "#core/claims/verdicts.ts";
import { newPlaybookCheckSchema } from "#core/requests/playbooks.ts";
import { rulePositions, type PlaybookCheck } from "#core/playbooks/playbook.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getLatestCheck } from "#server/data/playbooks/playbook-checks.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const ruleSchema = z.object({
  title: z.string(),
  position: z
    .enum([...rulePositions, "waiting"])
    .describe("`outside`: there, and no position the playbook accepts. `absent`: the whole draft was read for it."),
  fallback: z.int().nullable().describe("Which fallback is met, from 1."),
  note: z.string(),
  passages: z.array(z.object({ text: z.string(), verdict: z.string() })).describe("Words of the draft that it rests on."),
  change: z.object({ original: z.string(), replacement: z.string() }).nullable().describe("What would meet the standard."),
  suggestion_id: z.string().nullable().describe("The change, proposed in the draft."),
  refused: z.string().nullable().describe("Why the change could not be proposed."),
});
const checkSchema = z.object({
  id: z.uuid(),
  object: z.literal("playbook_check"),
  draft_id: z.uuid(),
  playbook: z.string().describe("Its name when the check began."),
  model: z.string(),
  status: z.enum(["queued", "running", "paused", "failed", "done"]),
  problem: z.string().nullable(),
  rules: z.array(ruleSchema),
  checked_by: z.string().nullable(),
  created_at: z.string(),
});
const { playbookId, model } = newPlaybookCheckSchema.shape;
const startSchema = z.strictObject({
  playbook_id: playbookId.describe("Of the library; of one that comes with Stet, the name of its file."),
  model: model.describe("Without it, the default model of the key's creator."),
});

export function playbookChecks(stet: Stet) {
  const read = async (me: Person, draftId: string) => {
    const check = await getLatestCheck(me, stet.db, draftId);
    if (check === null) throw problem("not-found", "This draft has not been held against a playbook.");
    return checkOf(check, draftId);
  };
  return [
    route({
      method: "post",
      path: "/v1/drafts/{id}/playbook_check",
      id: z.uuid(),
      scope: "drafts:propose",
      summary: "Hold a draft against a playbook",
      description:
        "Works in the background. What would meet the playbook's standard is proposed in the draft; a person accepts or rejects it.",
      body: startSchema,
      answer: checkSchema,
      status: 201,
      async handle({ me, id, body }) {
        await stet.playbookChecks.start(me, id, { playbookId: body.playbook_id, model: body.model });
        stet.updates.publish(me.userId, { kind: "draft-changes", draftId: id });
        return read(me, id);
      },
    }),
    route({
      method: "get",
      path: "/v1/drafts/{id}/playbook_check",
      id: z.uuid(),
      scope: "drafts:read",
      summary: "Read the last check of a draft",
      answer: checkSchema,
      handle: ({ me, id }) => read(me, id),
    }),
  ];
}

function checkOf(check: PlaybookCheck, draftId: string): z.infer<typeof checkSchema> {
  return {
    id: check.id,
    object: "playbook_check",
    draft_id: draftId,
    playbook: check.name,
    model: check.model,
    status: check.state ?? "done",
    problem: check.problem,
    rules: check.rules.map(ruleOf),
    checked_by: check.by,
    created_at: check.at,
  };
}

function ruleOf({ rule, finding, proposed }: PlaybookCheck["rules"][number]): z.infer<typeof ruleSchema> {
  return {
    title: rule.title,
    position: finding?.position ?? "waiting",
    fallback: finding?.fallback ?? null,
    note: finding?.note ?? "",
    passages: (finding?.sources ?? []).map(({ words, quoted, verdict }) => ({
      text: words ?? quoted,
      verdict: verdictWords[verdict],
    })),
    change: finding?.change ?? null,
    suggestion_id: proposed !== null && "suggestionId" in proposed ? proposed.suggestionId : null,
    refused: proposed !== null && "refused" in proposed ? proposed.refused : null,
  };
}
