/*
 * Holds a draft against a playbook. It is a job: each rule is asked and stored by itself, so a stop loses no answer and
 * none is paid for twice; then the changes are proposed in the draft, where people decide on each.
 */
import { isCounted } from "#core/account/plans.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentText } from "#core/document/document-text.ts";
import { modelAccess } from "#core/models/model-access.ts";
import type { ModelRow } from "#core/models/models.ts";
import { readPlaybook } from "#core/playbooks/playbook-file.ts";
import { readDocument, type ReadDocument } from "#core/review/judge-finding.ts";
import type { Person, Plan } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import type { Updates } from "../chat/updates.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import {
  createCheck,
  findCheck,
  listFindings,
  storeFinding,
  type CheckFacts,
  type FindingRow,
} from "../data/playbooks/playbook-checks.ts";
import type { Db } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Jobs, Work } from "../jobs/jobs.ts";
import { findLibraryTemplate } from "../library/library.ts";
import type { Models } from "../models/index.ts";
import type { Model } from "../models/model.ts";
import { secrecyAt } from "../models/secrecy.ts";
import type { Lanes } from "../reviews/lanes.ts";
import { holdRule } from "./hold-rule.ts";
import { proposeChanges } from "./propose-changes.ts";

export type PlaybookServices = {
  db: Db;
  models: Pick<Models, "find" | "defaultModel">;
  jobs: Pick<Jobs, "queue" | "look">;
  updates: Pick<Updates, "publish">;
  /** The plan of organizations that have none set. */
  newPlan: Plan;
  /** Shared with reviews: requests at once to one provider. */
  lanes: Lanes;
};
export type PlaybookChecks = ReturnType<typeof createPlaybookChecks>;

type AskedCheck = { playbookId: string; model?: string | undefined; id?: string };
type Attempt = { me: Person; work: Work<"check-playbook">; facts: CheckFacts; row: ModelRow; model: () => Model };

export function createPlaybookChecks(services: PlaybookServices) {
  const { db, models, jobs, updates, newPlan, lanes } = services;

  async function answerRules(attempt: Attempt, document: ReadDocument, rules: readonly FindingRow[]): Promise<void> {
    const { me, work, facts, row } = attempt;
    const { checkId } = work.data;
    let done = rules.filter(({ finding }) => finding !== null).length;
    for (const { place, rule, finding } of rules) {
      await work.progress(done, rules.length);
      if (finding !== null) continue;
      const found = await holdRule({ me, db, lanes, row, model: attempt.model, signal: work.signal }, document, rule);
      await storeFinding(me, db, { checkId, draftId: facts.draftId, place, model: row, ...found });
      done++;
      updates.publish(me.userId, { kind: "draft-changes", draftId: facts.draftId });
    }
    await work.progress(done, rules.length);
  }

  return {
    async start(me: Person, draftId: string, asked: AskedCheck): Promise<string> {
      const { source } = await findLibraryTemplate(me, db, asked.playbookId);
      const read = readPlaybook(source);
      if ("refusal" in read) throw problem("bad-request", "This is not a playbook.");
      const { name, rules } = read.playbook;
      const access = modelAccess(me);
      const found = await models.find(asked.model ?? (await models.defaultModel(access)), access);
      if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
      if (isCounted(found.row.id)) await refuseBeyondTokens(me, db);
      const draft = await getDraftAsText(me, db, draftId);
      const owner = { userId: me.userId, organizationId: me.organizationId };
      const id = await createCheck(me, db, { id: asked.id, draftId, name, rules, model: found.row.id }, async (trx, checkId) => {
        await jobs.queue(trx, "check-playbook", { key: checkId, owner, data: { checkId, draftId, fileName: draft.name } });
      });
      jobs.look();
      return id;
    },

    async work(work: Work<"check-playbook">): Promise<void> {
      const { data, ownerId, organizationId } = work;
      const me = await findPersonAt(db, newPlan, { userId: ownerId!, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const facts = await findCheck(me, db, data.checkId);
      if (facts === null) throw new JobRefused("You can no longer change this draft.");
      const found = await models.find(facts.model, modelAccess(me));
      if ("problem" in found) throw new JobRefused(found.problem.title);
      const place = { organizationId: facts.organizationId, projectId: facts.projectId, userId: me.userId };
      const attempt = { me, work, facts, row: found.row, model: () => found.reach(secrecyAt(db, place)) };
      const draft = await getDraftAsText(me, db, facts.draftId);
      const { text } = documentText(storedDocument(JSON.parse(draft.document)));
      const document = readDocument({ name: draft.name, text, blocks: [], unreadPages: 0 });
      await answerRules(attempt, document, await listFindings(me, db, data.checkId));
      await proposeChanges(services, me, { ...facts, checkId: data.checkId });
      updates.publish(me.userId, { kind: "draft-changes", draftId: facts.draftId });
    },
  };
}
