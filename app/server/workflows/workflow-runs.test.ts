/* Runs of workflows: steps stored one by one, waiting for people and for other work, and nothing done or paid for twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunEstimate, RunStep, WorkflowRun } from "#core/workflows/run.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { joinOrganization, newOrganization } from "#test/people.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";

let answer: (cell: AskedCell) => object | string | number;
let model: ReviewModel;
let app: TestApp;
beforeAll(async () => {
  model = await startReviewModel((cell) => answer(cell));
  app = await startApp({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

type Asking = <T>(path: string, body?: unknown, method?: string) => Promise<T>;
const asking =
  (as: TestPerson, slug?: string): Asking =>
  async <T>(path: string, body?: unknown, method?: string) => {
    const response = await app.request(path, {
      as,
      ...(slug !== undefined && { headers: { "x-organization-slug": slug } }),
      ...(body !== undefined && { body }),
      ...(method !== undefined && { method }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

const lease = "The rent is EUR 1,200 a month. The lease ends on 31 December 2027. Either party may give three months’ notice.";
const head = "---\nkind: workflow\nname: Lease sheet\n---\n\n## Inputs\n\n- document (file): The lease\n\n";
const source = `${head}## Read
Do: extract
Result: terms
From: {{document}}

- Rent (amount): How much is the rent a month?
- Ends (date): When does the lease end?

## Sum up
Do: write
Result: summary

Sum up {{document}} for a client. {{terms}}

## Agree
Do: person
Result: agreed
Ask: approve

Is this right?

{{summary}}

## Keep
Do: draft
Result: sheet
Called: Sheet of {{terms.Rent}}

# Sheet

{{summary}}

## Say
Do: output

{{sheet}} rent {{terms.Rent}}
`;
const said = (cell: AskedCell): object | string => {
  if (cell.column === "Rent") return { found: "yes", answer: "EUR 1,200", quotations: ["The rent is EUR 1,200 a month."], why: "" };
  if (cell.column === "Ends")
    return { found: "yes", answer: "31 December 2027", quotations: ["The lease ends on 31 December 2027."], why: "" };
  if (cell.step !== "")
    return { answer: "A lease until 2027.", quotations: ["The lease ends on 31 December 2027.", "It is cheap."] };
  return { position: "absent", fallback: 0, quotations: [], why: "", original: "", replacement: "" };
};

async function world() {
  const me = await app.person();
  const ask = asking(me);
  answer = said;
  model.asked.length = 0;
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Alder" });
  const settled = () => app.stet.jobs.settled();
  const read = async (id: string) => (await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${id}`)).run;
  /** Saved, published and run; as it stands once nothing is left to do. */
  const run = async (text: string, inputs: object, more: object = {}) => {
    const { id: workflowId } = await ask<{ id: string }>("/api/library/templates", { source: text });
    await ask(`/api/workflows/${workflowId}/published`, { version: 1 }, "PUT");
    const { id } = await ask<{ id: string }>(`/api/workflows/${workflowId}/runs`, {
      inputs,
      projectId,
      model: "local:reader",
      ...more,
    });
    await settled();
    return { id, workflowId, run: await read(id) };
  };
  const reply = async (id: string, path: string, text: string) => {
    await ask(`/api/workflow-runs/${id}/answer`, { path, answer: text });
    await settled();
    return read(id);
  };
  const drafts = async () => (await ask<{ drafts: { id: string; name: string }[] }>(`/api/drafts?projectId=${projectId}`)).drafts;
  return { me, ask, projectId, settled, read, run, reply, drafts };
}
const stepCalled = ({ steps }: WorkflowRun, title: string): RunStep => steps.find((one) => one.title === title)!;
const states = ({ steps }: WorkflowRun) => steps.map(({ title, state }) => `${title} ${state}`);

test("a run reads, writes, waits for a person and makes a draft, and asks for nothing twice", async () => {
  const { run, reply, read, ask, settled, projectId } = await world();
  const begun = await run(source, { document: { pasted: lease } });
  expect(begun.run).toMatchObject({ state: "waiting", waitsAt: "Agree", left: [{ title: "Keep" }, { title: "Say" }] });
  expect(states(begun.run)).toEqual(["Read done", "Sum up done", "Agree waiting"]);
  expect(stepCalled(begun.run, "Read")).toMatchObject({
    result: {
      type: "record",
      fields: [
        { label: "Rent", value: "EUR 1,200", state: "found" },
        { label: "Ends", value: "31 December 2027" },
      ],
    },
    sources: [{ verdict: "verified", words: "The rent is EUR 1,200 a month." }, { verdict: "verified" }],
  });
  // What the model quotes is looked up in what it was given.
  expect(stepCalled(begun.run, "Sum up")).toMatchObject({
    note: "One quotation is not in the material.",
    sources: [{ verdict: "verified" }, { verdict: "not-found" }],
  });
  expect(stepCalled(begun.run, "Agree").question).toMatchObject({
    text: "Is this right?\n\nA lease until 2027.",
    isInstead: false,
  });
  expect(model.asked.map((one) => one.split(": ")[1])).toEqual(["Rent", "Ends", "Sum up"]);
  const done = await reply(begun.id, "3", "yes");
  expect(done).toMatchObject({ state: "done", inputTokens: 300, outputTokens: 30, problem: null });
  expect(states(done).slice(2)).toEqual(["Agree done", "Keep done", "Say done"]);
  expect(stepCalled(done, "Say").result).toEqual({ type: "text", text: "Sheet of EUR 1,200 rent EUR 1,200" });
  const { made } = stepCalled(done, "Keep");
  expect(made).toMatchObject({ kind: "draft", projectId, name: "Sheet of EUR 1,200" });
  expect(model.asked).toHaveLength(3);
  // From the draft on again: the same draft, and no question.
  await ask(`/api/workflow-runs/${begun.id}/retry`, { path: "4" });
  await settled();
  const again = await read(begun.id);
  expect([again.state, stepCalled(again, "Keep").made?.id]).toEqual(["done", made!.id]);
  expect(model.asked).toHaveLength(3);
  // From the summary on again: that one is asked, what was read is not.
  await ask(`/api/workflow-runs/${begun.id}/retry`, { path: "2" });
  await settled();
  expect((await read(begun.id)).state).toBe("waiting");
  expect(model.asked.map((one) => one.split(": ")[1])).toEqual(["Rent", "Ends", "Sum up", "Sum up"]);
});

test("a no ends the run, an answer is taken once, and a run that is cancelled asks no more", async () => {
  const { run, reply, ask, read } = await world();
  const first = await run(source, { document: { pasted: lease } });
  expect(await reply(first.id, "3", "no")).toMatchObject({ state: "stopped" });
  await expect(reply(first.id, "3", "yes")).rejects.toThrow("answered already");
  const second = await run(source, { document: { pasted: lease } });
  await ask(`/api/workflow-runs/${second.id}/cancel`, {});
  expect(await read(second.id)).toMatchObject({ state: "cancelled", waitsAt: null });
  await expect(reply(second.id, "3", "yes")).rejects.toThrow("answered already");
});

test("a step that failed keeps its reason, and is retried alone", async () => {
  const { run, ask, read, settled } = await world();
  answer = (cell) => (cell.step !== "" ? 401 : said(cell));
  const { id, run: failed } = await run(source, { document: { pasted: lease } });
  expect(failed).toMatchObject({ state: "failed" });
  expect(stepCalled(failed, "Sum up")).toMatchObject({
    state: "failed",
    note: expect.stringContaining("refused the key") as string,
  });
  answer = said;
  await ask(`/api/workflow-runs/${id}/retry`, { path: "2" });
  await settled();
  expect((await read(id)).state).toBe("waiting");
  expect(model.asked.filter((one) => one.endsWith("Rent"))).toHaveLength(1);
});

test("with no model, a step to be written is a person’s, and what rules can read is read", async () => {
  const { run, reply } = await world();
  const begun = await run(source, { document: { pasted: lease } }, { model: "stet-builtin" });
  expect(stepCalled(begun.run, "Read").result).toMatchObject({
    fields: [
      { label: "Rent", value: "EUR 1,200" },
      { label: "Ends", value: "31 December 2027" },
    ],
  });
  expect(stepCalled(begun.run, "Sum up")).toMatchObject({ state: "waiting", question: { ask: "answer", isInstead: true } });
  expect(await reply(begun.id, "2", "In my own words.")).toMatchObject({ state: "waiting", waitsAt: "Agree" });
  const done = await reply(begun.id, "3", "yes");
  expect([done.state, done.cost]).toEqual(["done", 0]);
  expect(model.asked).toEqual([]);
});

test("a test runs the draft, makes nothing, and is in no list", async () => {
  const { ask, settled, read, reply, drafts, projectId } = await world();
  const { id: workflowId } = await ask<{ id: string }>("/api/library/templates", { source });
  const inputs = { document: { pasted: lease } };
  await expect(ask(`/api/workflows/${workflowId}/runs`, { inputs, projectId })).rejects.toThrow("Publish it first");
  const { id } = await ask<{ id: string }>(`/api/workflows/${workflowId}/runs`, {
    inputs,
    projectId,
    model: "local:reader",
    isTest: true,
  });
  await settled();
  expect(await read(id)).toMatchObject({ isTest: true, state: "waiting" });
  const done = await reply(id, "3", "yes");
  expect(stepCalled(done, "Keep")).toMatchObject({
    made: null,
    result: { type: "pasted", text: expect.stringContaining("A lease until 2027.") as string },
  });
  expect(await drafts()).toEqual([]);
  expect(await ask("/api/workflow-runs")).toEqual({ runs: [], next: null });
  await ask(`/api/workflow-runs/${id}`, undefined, "DELETE");
  await expect(read(id)).rejects.toThrow("404");
});

test("what is published is run, whatever is written since; a run says which version it was", async () => {
  const { ask, run } = await world();
  const { workflowId } = await run(source, { document: { pasted: lease } });
  await ask(`/api/library/templates/${workflowId}`, { version: 1, source: source.replace("Sum up\nDo", "Shorten\nDo") }, "PUT");
  const start = () =>
    ask<{ id: string }>(`/api/workflows/${workflowId}/runs`, { inputs: { document: { pasted: lease } }, model: "local:reader" });
  const { id } = await start();
  await app.stet.jobs.settled();
  const { run: old } = await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${id}`);
  expect([old.version, old.steps[1]!.title]).toEqual([1, "Sum up"]);
  await ask(`/api/workflows/${workflowId}/published`, { version: 2 }, "PUT");
  const { id: next } = await start();
  await app.stet.jobs.settled();
  expect((await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${next}`)).run.steps[1]!.title).toBe("Shorten");
  await ask(`/api/workflows/${workflowId}/published`, { version: null }, "PUT");
  await expect(start()).rejects.toThrow("Publish it first");
});

test("what a run will cost is said before it begins", async () => {
  const { ask, run } = await world();
  const { workflowId } = await run(source, { document: { pasted: lease } });
  const estimate = (chosen: string) =>
    ask<RunEstimate>(`/api/workflows/${workflowId}/estimate`, { inputs: { document: { pasted: lease } }, model: chosen });
  expect(await estimate("local:reader")).toMatchObject({ modelSteps: 3, model: "reader" });
  expect(await estimate("stet-builtin")).toMatchObject({ modelSteps: 0, cost: 0 });
});

test("groups: for each line, only if; a template takes everything of a contact", async () => {
  const { run, ask } = await world();
  const { id: contactId } = await ask<{ id: string }>("/api/contacts", {
    kind: "company",
    name: "Birch AB",
    address: "Storgatan 1\nMalmö",
    identifiers: [{ kind: "se-organisation", value: "556016-0680" }],
  });
  const text = `---\nkind: workflow\nname: Groups\n---\n\n## Inputs\n\n- names (long text): Who\n- other (contact): With whom\n- loud (yes/no): Loudly\n\n## Each\nDo: for each\nIn: {{names}}\nEach: one\n\n### Greet\nDo: output\nResult: greetings\n\nHello {{one}}\n\n## Loud\nDo: if\nWhen: {{loud}} is yes\n\n### Shout\nDo: output\nResult: shout\n\nHEY\n\n## Fill\nDo: fill\nResult: nda\nTemplate: Mutual Non-Disclosure Agreement\n\npartyB = {{other}}\npurpose = {{names}}\n\n## Say\nDo: output\n\n{{greetings}}|{{shout}}|{{greetings.count}}\n`;
  const inputs = { names: { text: "Ada\nBo" }, other: { contactId }, loud: { text: "no" } };
  const { run: done } = await run(text, inputs, { model: "stet-builtin" });
  expect(done.state).toBe("done");
  expect(states(done)).toEqual(["Each done", "Greet done", "Greet done", "Loud skipped", "Fill done", "Say done"]);
  expect(stepCalled(done, "Say").result).toEqual({ type: "text", text: "- Hello Ada\n- Hello Bo||2" });
  expect(stepCalled(done, "Fill")).toMatchObject({
    result: { text: expect.stringContaining("Birch AB (registered number 556016-0680), of Storgatan 1, Malmö") as string },
    note: expect.stringMatching(/^Still to be filled in: (?!.*Party B: (?:address|registration))/) as string,
  });
});

test("the library is searched in its texts, as everywhere", async () => {
  const { run, ask } = await world();
  const clause = "---\nkind: clause\nname: Berths\n---\n\n## One\n\nThe skipper keeps the quaywall clear.\n";
  await ask("/api/library/templates", { source: clause });
  const text = `---\nkind: workflow\nname: Look\n---\n\n## Look\nDo: find\nIn: library\nResult: found\n\nquaywall skipper\n`;
  const { run: done } = await run(text, {}, { model: "stet-builtin" });
  expect(done.state).toBe("done");
  expect(stepCalled(done, "Look").result).toMatchObject({
    fields: [{ label: "Berths", value: "The skipper keeps the quaywall clear." }],
  });
});

test("a check of a draft is waited for, and its suggestions are in the draft", async () => {
  const { run, ask, projectId, settled, read } = await world();
  const content = `# NDA\n\nThe duties of the Recipient continue for ten years after the last disclosure.`;
  const { id: draftId } = await ask<{ id: string }>("/api/drafts", { projectId, name: "NDA", content });
  const text = `---\nkind: workflow\nname: Check\n---\n\n## Inputs\n\n- nda (draft): The draft\n\n## Check\nDo: check\nResult: check\nDocument: {{nda}}\nPlaybook: nda-recipient\n\n## Proofread\nDo: proofread\nDocument: {{nda}}\n\n## Say\nDo: output\n\n{{check.Rules}} rules\n`;
  const begun = await run(text, { nda: { draftId } }, { model: "stet-builtin" });
  await settled();
  const done = await read(begun.id);
  expect(done.state).toBe("done");
  expect(stepCalled(done, "Check").made).toMatchObject({ kind: "changes", id: draftId });
  expect(stepCalled(done, "Say").result).toMatchObject({ text: expect.stringMatching(/^[1-9]\d* rules$/) as string });
  const { changes } = await ask<{ changes: unknown[] }>(`/api/drafts/${draftId}/changes`);
  expect(changes.length).toBeGreaterThan(0);
});

test("a model’s changes are proposed in the draft once, whatever is run again", async () => {
  const { run, ask, projectId, settled, read } = await world();
  const content = "The fee is due in ten days. The Supplier may terminate.";
  const { id: draftId } = await ask<{ id: string }>("/api/drafts", { projectId, name: "Terms", content });
  const text = `---\nkind: workflow\nname: Change\n---\n\n## Inputs\n\n- terms (draft): The draft\n\n## Soften\nDo: change\nDraft: {{terms}}\n\nGive more time.\n\n## Say\nDo: output\n\nDone\n`;
  answer = () => ({
    changes: [
      { original: "ten days", replacement: "thirty days", reason: "More time." },
      { original: "no such words", replacement: "x", reason: "" },
    ],
  });
  const begun = await run(text, { terms: { draftId } });
  expect(stepCalled(begun.run, "Soften")).toMatchObject({ state: "done", note: "1 could not be placed in the draft." });
  const open = async () => (await ask<{ changes: unknown[] }>(`/api/drafts/${draftId}/changes`)).changes.length;
  expect(await open()).toBe(1);
  await ask(`/api/workflow-runs/${begun.id}/retry`, { path: "2" });
  await settled();
  expect([(await read(begun.id)).state, await open(), model.asked.length]).toEqual(["done", 1, 1]);
});

test("a colleague sees a run in a shared project, and answers only what anyone is asked", async () => {
  const { me } = await world();
  const { database } = app.stet;
  const other = await app.person();
  const { organizationId, slug } = await newOrganization(database.db);
  const ids = async (email: string) =>
    (await database.db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
  for (const { email } of [me, other]) await joinOrganization(database.db, await ids(email), organizationId);
  const [ask, asOther] = [asking(me, slug), asking(other, slug)];
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Shared" });
  const text = (who: string) =>
    `---\nkind: workflow\nname: For ${who}\n---\n\n## Agree\nDo: person\nAsk: approve\nFor: ${who}\n\nAgreed?\n`;
  const begin = async (who: string) => {
    const { id: workflowId } = await ask<{ id: string }>("/api/library/templates", { source: text(who) });
    await ask(`/api/workflows/${workflowId}/published`, { version: 1 }, "PUT");
    return (await ask<{ id: string }>(`/api/workflows/${workflowId}/runs`, { projectId, model: "stet-builtin" })).id;
  };
  const [mine, anyones] = [await begin("starter"), await begin("anyone")];
  await app.stet.jobs.settled();
  await expect(asOther(`/api/workflow-runs/${mine}`)).rejects.toThrow("404");
  await ask("/api/functions/shareProject", { projectId, emails: [other.email], role: "editor" });
  expect((await asOther<{ run: WorkflowRun }>(`/api/workflow-runs/${mine}`)).run).toMatchObject({
    state: "waiting",
    isMine: false,
  });
  const agree = (id: string) => asOther(`/api/workflow-runs/${id}/answer`, { path: "1", answer: "yes" });
  await expect(agree(mine)).rejects.toThrow("Someone else was asked");
  await agree(anyones);
  await app.stet.jobs.settled();
  expect((await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${anyones}`)).run).toMatchObject({
    state: "done",
    steps: [{ answeredBy: other.name }],
  });
});

test("an email is prepared for a contact, and its result says whether a person has sent it", async () => {
  const { run, reply, ask } = await world();
  const contact = { kind: "person", name: "Bo Lind", emails: ["bo@example.org"] };
  const { id: contactId } = await ask<{ id: string }>("/api/contacts", contact);
  const text = (to: string) =>
    `---\nkind: workflow\nname: Mail\n---\n\n## Inputs\n\n- client (contact): Whom\n\n## Write\nDo: email\nResult: sent\nTo: ${to}\nSubject: For {{client}}\n\nDear {{client}}\n\n## Say\nDo: output\n\nSent: {{sent}}\n`;
  const begun = await run(text("{{client}}, office@example.org"), { client: { contactId } });
  expect(begun.run).toMatchObject({
    state: "waiting",
    steps: [
      { question: { email: { to: ["bo@example.org", "office@example.org"], subject: "For Bo Lind", text: "Dear Bo Lind" } } },
    ],
  });
  expect(await reply(begun.id, "1", "no")).toMatchObject({ state: "done", steps: [{}, { result: { text: "Sent: no" } }] });
  const { run: refused } = await run(text("someone"), { client: { contactId } });
  expect(refused).toMatchObject({ state: "failed", steps: [{ note: "“someone” is not an email address." }] });
});
