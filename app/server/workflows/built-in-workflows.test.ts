/* Every workflow that comes with Stet, from its sample to its end: with a scripted model, and with none. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GivenInput } from "#core/requests/workflows.ts";
import type { StepQuestion, WorkflowRun } from "#core/workflows/run.ts";
import { readWorkflow } from "#core/workflows/workflow-file.ts";
import type { Workflow } from "#core/workflows/workflow.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";

let model: ReviewModel;
let app: TestApp;
let me: TestPerson;
let projectId: string;
beforeAll(async () => {
  model = await startReviewModel(answer);
  app = await startApp({ MODEL_SERVER_URL: model.url });
  me = await app.person();
  ({ id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Samples" }));
});
afterAll(async () => {
  await app.close();
  await model.close();
});

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await app.request(path, { as: me, ...(body !== undefined && { body }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

function answer({ column, rule, step }: AskedCell): object {
  if (column !== "") return { found: "no", answer: "", quotations: [], why: "" };
  if (rule !== "") return { position: "absent", fallback: 0, quotations: [], why: "", original: "", replacement: "" };
  if (step === "Update it")
    return { changes: [{ original: "seven days", replacement: "fourteen days", reason: "The law says so." }] };
  return { answer: `- ${step}`, quotations: [] };
}

const reply = ({ ask: asked, choices, proposal }: StepQuestion) =>
  asked === "approve" ? "yes" : asked === "choose" ? choices[0]! : proposal || "In my own words.";

/** Files are pasted, or uploaded into the project where several are needed. */
async function samples({ inputs }: Workflow): Promise<Record<string, GivenInput>> {
  const given: Record<string, GivenInput> = {};
  for (const { name, type, sample } of inputs) {
    if (type === "files") continue;
    if (sample === "") continue;
    if (type === "draft") {
      const { id } = await ask<{ id: string }>("/api/drafts", { projectId, name: "Sample", content: sample });
      given[name] = { draftId: id };
    } else given[name] = type === "file" ? { pasted: sample } : type === "playbook" ? { itemId: sample } : { text: sample };
  }
  return given;
}

const read = async (id: string) => (await ask<{ run: WorkflowRun }>(`/api/workflow-runs/${id}`)).run;

async function toTheEnd(id: string): Promise<WorkflowRun> {
  for (let answers = 0; ; answers++) {
    await app.stet.jobs.settled();
    const run = await read(id);
    const waiting = run.steps.find(({ state }) => state === "waiting");
    if (waiting === undefined) return run;
    expect(answers).toBeLessThan(12);
    if (waiting.question !== null)
      await ask(`/api/workflow-runs/${id}/answer`, { path: waiting.path, answer: reply(waiting.question) });
  }
}

const files = readdirSync("content/workflows").map((file) => file.slice(0, -".md".length));
test("a dozen come with Stet", () => expect(files.length).toBeGreaterThanOrEqual(12));

for (const chosen of ["local:reader", "stet-builtin"])
  test.each(files)(`%s runs to its end with ${chosen}`, async (file) => {
    const found = readWorkflow(readFileSync(`content/workflows/${file}.md`, "utf8"));
    if ("refusal" in found) throw new Error(found.refusal);
    const inputs = await samples(found.workflow);
    const hasFiles = found.workflow.inputs.some(({ type }) => type === "files");
    if (hasFiles) inputs["documents"] = { fileIds: [await uploaded()] };
    const asked = model.asked.length;
    const { id } = await ask<{ id: string }>(`/api/workflows/${file}/runs`, { inputs, projectId, model: chosen });
    const run = await toTheEnd(id);
    expect([run.state, run.steps.filter(({ state }) => state === "failed").map(({ note }) => note)]).toEqual(["done", []]);
    expect(run.steps.some(({ result, made }) => made !== null || result !== null)).toBe(true);
    if (chosen === "stet-builtin") expect(model.asked).toHaveLength(asked);
  });

async function uploaded(): Promise<string> {
  const form = new FormData();
  form.append(
    "file",
    new File(["On 3 March 2026 the goods were late. On 9 April 2026 they came."], "letter.txt", { type: "text/plain" }),
  );
  const whole = new Response(form);
  const headers = { cookie: me.cookie, origin: app.stet.env.url, "content-type": whole.headers.get("content-type") ?? "" };
  const body = await whole.arrayBuffer();
  const response = await app.fetch(new Request(new URL("/api/upload", app.stet.env.url), { method: "POST", headers, body }));
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  const { files: stored } = (await response.json()) as { files: { id: string }[] };
  return stored[0]!.id;
}
