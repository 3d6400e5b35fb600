/* The tools of /mcp with the official client, over the door that every request passes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopes, type Scope } from "#core/account/api-key.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readLegislation } from "#server/knowledge/forms/legislation-gov-uk.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { countUsage } from "#server/data/accounts/api-usage.ts";
import { changePseudonyms } from "#server/data/pseudonyms/own-lists.ts";
import { listImportedChanges } from "#server/data/drafts/imported-changes.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { mcpClientOf, type McpClient } from "#test/mcp-client.ts";
import { germanAct } from "#test/statutes.ts";

type Told = Record<string, any>;

let app: TestApp;
let holder: KeyHolder;
let mcp: McpClient<Told>;
beforeAll(async () => {
  app = await startApp({ API_REQUESTS_PER_MINUTE: "1000" });
  await loadLaw(app.stet.database.db, readGesetz(germanAct));
  for (const [day, hour] of [
    ["2023-01-01", "nine"],
    ["2016-01-01", "seven"],
  ] as const)
    await loadLaw(app.stet.database.db, piers(day, hour === "nine" ? "2021-04-01" : "2012-05-01", `A pier must close at ${hour}.`));
  holder = await newKey(app);
  mcp = await mcpClientOf<Told>(app, holder.secret);
});
afterAll(() => app.close());

/** As legislation.gov.uk gives an act at a point in time. */
const piers = (valid: string, since: string, words: string) =>
  readLegislation(
    `<Legislation IdURI="http://www.legislation.gov.uk/id/ukpga/2001/777"><ukm:Metadata><dc:title>Piers Act 2001</dc:title><dct:valid>${valid}</dct:valid></ukm:Metadata><Primary><Body><P1 id="section-1" RestrictStartDate="${since}"><Pnumber>1</Pnumber><P1para><Text>${words}</Text></P1para></P1></Body></Primary></Legislation>`,
  );

const paragraph = "The landlord keeps the house in good repair, and the tenant uses it as a careful person would. ".repeat(3);
const lease = `# Lease

## Rent

The tenant shall pay EUR 900 a month. ${paragraph}

## Notice

Either party may give notice of one month. ${paragraph}`;

async function newDraft(by = holder, content = lease) {
  const api = clientOf(app, by.secret);
  const { id: project_id } = await api.post<{ id: string }>("/projects", { body: { name: "Leases" } });
  const { id } = await api.post<{ id: string }>("/drafts", { body: { project_id, name: "Lease", content } });
  return { project_id, id };
}

async function newFile(project: string, name: string, text: string, by = holder): Promise<string> {
  const form = new FormData();
  form.append("file", new File([text], name));
  const whole = new Response(form);
  const headers = { authorization: `Bearer ${by.secret}`, "content-type": whole.headers.get("content-type")! };
  const body = await whole.arrayBuffer();
  const answer = await app.fetch(
    new Request(`${app.stet.env.url}/v1/files?project_id=${project}`, { method: "POST", body, headers }),
  );
  return ((await answer.json()) as { id: string }).id;
}

const allTools = {
  "law:read": ["search_law", "read_law", "check_citations"],
  "projects:read": ["list_projects"],
  "files:read": ["list_files", "search_files", "read_file"],
  "drafts:read": ["list_drafts", "read_draft"],
  "drafts:propose": ["propose_changes"],
};

describe.each(["modern", "legacy"] as const)("the official client, %s", (mode) => {
  test("finds every tool with its schemas, and the server's name", async () => {
    const { client } = await mcpClientOf<Told>(app, holder.secret, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.values(allTools).flat());
    for (const { description, inputSchema, outputSchema, annotations, name } of tools) {
      expect(description!.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: "object" });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ readOnlyHint: name !== "propose_changes", destructiveHint: false });
    }
    expect(client.getServerVersion()).toMatchObject({ name: "stet" });
    expect(client.getInstructions()).toContain("never instructions");
  });

  test("calls one", async () => {
    const { call } = await mcpClientOf<Told>(app, holder.secret, mode);
    const found = await call("search_law", { query: "§ 2 ProbeG" });
    expect(found.passages[0].text).toContain("zwei Tage Urlaub");
  });
});

test.each(Object.entries(allTools))("a key with %s alone lists its tools", async (scope, names) => {
  const { secret } = await newKey(app, [scope as Scope]);
  const includes = scope === "drafts:propose" ? [...allTools["drafts:read"]] : [];
  expect(await (await mcpClientOf<Told>(app, secret)).names()).toEqual([...includes, ...names]);
});

describe("law", () => {
  test("is found verbatim, with how to cite it and its days", async () => {
    const { found, passages, notices } = await mcp.call("search_law", {
      query: "Wie lang ist die Frist für eine Kündigung in der Probezeit?",
      jurisdictions: ["de"],
    });
    expect(found).toBe("yes");
    expect(passages[0]).toMatchObject({ pinpoint: "§ 1 Abs. 2 ProbeG", day_of_text: "2026-03-01" });
    expect(passages[0].text).toContain("beträgt die Frist für eine Kündigung zwei Wochen");
    expect(notices).toEqual([]);
    const missing = await mcp.call("search_law", { query: "§ 99 ProbeG" });
    expect(missing).toMatchObject({ found: "no", passages: [] });
    expect(missing.notices[0]).toContain("§ 99");
  });

  test("is opened in the wording of a day", async () => {
    const { passages } = await mcp.call("search_law", { query: "section 1 Piers Act 2001", in_force_on: "2019-03-01" });
    const { ref } = passages[0];
    expect(passages[0]).toMatchObject({ text: "A pier must close at seven.", in_force: "2012-05-01", in_force_to: "2021-03-31" });
    expect(await mcp.call("read_law", { ref })).toMatchObject({ text: "A pier must close at nine.", next_from: null });
    const past = await mcp.call("read_law", { ref, day: "2019-03-01" });
    expect(past).toMatchObject({ text: "A pier must close at seven.", in_force_to: "2021-03-31", is_certain: true });
    await expect(mcp.call("read_law", { ref: "no such law" })).rejects.toThrow("This doesn’t exist");
    await expect(mcp.call("read_law", { ref, day: "yesterday" })).rejects.toThrow(/day/);
  });

  test("and a text’s citations of it are checked, of any kind of source", async () => {
    const { passages } = await mcp.call("search_law", { query: "§ 2 ProbeG" });
    const { project_id } = await newDraft();
    const file_id = await newFile(project_id, "lease.txt", "The deposit is EUR 900 and is due on 1 June.");
    const sources = [
      { number: 1, law_ref: passages[0].ref },
      { number: 2, file_id },
      { number: 3, content: "Rent is due on the third." },
    ];
    const text =
      "“zwei Tage Urlaub” [[1]]. The deposit is EUR 800 [[2]]. “Rent is due on the third” [[3]]. It is “paid in gold” [[3]]. So [[7]].";
    const { citations } = await mcp.call("check_citations", { text, sources });
    expect(citations.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      "verified",
      "differs",
      "verified",
      "not found in the source",
      "no source",
    ]);
    await expect(mcp.call("check_citations", { text, sources: [sources[0], sources[0]] })).rejects.toThrow("the same number");
    await expect(mcp.call("check_citations", { text, sources: [{ number: 1 }] })).rejects.toThrow("one of content");
  });
});

test("projects and files are listed, searched and read", async () => {
  const { project_id } = await newDraft();
  const name = "Lease <b>of</b> 2026.txt";
  const file_id = await newFile(project_id, name, "The landlord repairs the roof.\n\nThe tenant sweeps the chimney once a year.");
  expect((await mcp.call("list_projects")).projects).toContainEqual({
    id: project_id,
    name: "Leases",
    role: "owner",
    is_archived: false,
  });
  const { files } = await mcp.call("list_files", { project_id });
  expect(files).toMatchObject([{ id: file_id, bytes: 74 }]);
  const { passages } = await mcp.call("search_files", { project_id, query: "Who sweeps the chimney?" });
  expect(passages[0]).toMatchObject({ file_id, sentence: "The tenant sweeps the chimney once a year." });
  const { outline } = await mcp.call("read_file", { file_id });
  expect(outline).toContain("p1 |");
  const { parts } = await mcp.call("read_file", { file_id, parts: ["p1"] });
  expect(parts[0].text).toContain("repairs the roof");
  await expect(mcp.call("read_file", { file_id, parts: ["p9"] })).rejects.toThrow("has no part p9");
});

describe("a draft", () => {
  test("is read by section, and changes to it are proposed under the name of the key", async () => {
    const { project_id, id: draft_id } = await newDraft();
    expect((await mcp.call("list_drafts", { project_id })).drafts).toMatchObject([{ id: draft_id, name: "Lease" }]);
    const { outline, version, may_propose } = await mcp.call("read_draft", { draft_id });
    expect(may_propose).toBe(true);
    const rent = outline[0];
    const { sections } = await mcp.call("read_draft", { draft_id, sections: [rent.id] });
    expect(sections[0].text).toContain("EUR 900 a month");
    const { proposed, refused } = await mcp.call("propose_changes", {
      draft_id,
      version,
      changes: [
        { original: "EUR 900 a month", replacement: "EUR 950 a month", reason: "As agreed.", section: rent.id },
        { original: "paid in gold", replacement: "paid in silver" },
        { original: "EUR 900", replacement: "EUR 1,000" },
      ],
    });
    expect(proposed.map(({ index }: { index: number }) => index)).toEqual([0]);
    expect(refused[0].reason).toContain("not in the document");
    // Read with the changes before it.
    expect(refused[1].reason).toContain("The nearest passage reads: EUR 950");
    const changes = await listImportedChanges(holder.me, app.stet.db, draft_id);
    expect(changes).toMatchObject([{ id: proposed[0].id, decision: null, isSuggested: true, isMine: true }]);
    const { patch } = changes[0]!;
    expect(patch).toMatchObject({
      replacement: "EUR 950 a month",
      author: `${holder.me.name} (Test)`,
      original: "EUR 900 a month",
    });
    expect(patch.summary).toBe(`${holder.me.name} (Test): As agreed.`);
    // As typed by nobody: the person's own field in Suggesting mode does not take it over.
    expect(patch.isTyped).toBeUndefined();
    const now = await clientOf(app, holder.secret).get<{ content: string; version: number }>(`/drafts/${draft_id}`);
    expect(now).toMatchObject({ version: 1, content: expect.stringContaining("EUR 900 a month") });
    const again = await mcp.call("read_draft", { draft_id, sections: [rent.id] });
    expect(again.sections[0].pending).toEqual([{ original: "EUR 900 a month", replacement: "EUR 950 a month" }]);
    const twice = await mcp.call("propose_changes", {
      draft_id,
      version,
      changes: [{ original: "EUR 900", replacement: "EUR 1" }],
    });
    expect(twice).toMatchObject({ proposed: [], refused: [{ index: 0, reason: expect.stringContaining("not decided yet") }] });
  });

  test("that has changed since is not proposed to", async () => {
    const { id: draft_id } = await newDraft();
    await clientOf(app, holder.secret).patch(`/drafts/${draft_id}`, { body: { content: "Other words.", version: 1 } });
    const asked = { draft_id, version: 1, changes: [{ original: "EUR 900", replacement: "EUR 1" }] };
    await expect(mcp.call("propose_changes", asked)).rejects.toThrow("no longer at this version");
    expect(await listImportedChanges(holder.me, app.stet.db, draft_id)).toEqual([]);
  });

  test("takes words that the database cannot hold, and markup as words", async () => {
    const { id: draft_id } = await newDraft();
    const replacement = "EUR \u0000<img src=x onerror=alert(1)> a month";
    const changes = [{ original: "EUR 900 a month", replacement, reason: "<script>" }];
    const { proposed } = await mcp.call("propose_changes", { draft_id, version: 1, changes });
    expect(proposed).toHaveLength(1);
    const [change] = await listImportedChanges(holder.me, app.stet.db, draft_id);
    expect(change!.patch.replacement).toBe(replacement.replace("\u0000", "\ufffd"));
  });
});

test("where pseudonyms are on, names leave as pseudonyms and come back as names", async () => {
  const { project_id, id: draft_id } = await newDraft(holder, "# Lease\n\nMs Lindqvist shall pay EUR 900 a month.");
  for (const change of [{ add: { kind: "person" as const, forms: ["Anna Lindqvist"] } }, { isOn: true }])
    await changePseudonyms(holder.me, app.stet.db, { projectId: project_id }, change);
  const { sections, version } = await mcp.call("read_draft", { draft_id, sections: ["s1"] });
  expect(sections[0].text).not.toContain("Lindqvist");
  const stranger = /Ms (\w+) shall/.exec(sections[0].text)![1]!;
  const changes = [{ original: `Ms ${stranger} shall pay`, replacement: `Ms ${stranger} pays` }];
  const { proposed } = await mcp.call("propose_changes", { draft_id, version, changes });
  expect(proposed).toHaveLength(1);
  const [change] = await listImportedChanges(holder.me, app.stet.db, draft_id);
  expect(change!.patch).toMatchObject({ original: "Ms Lindqvist shall pay", replacement: "Ms Lindqvist pays" });
});

test("each message is counted, with the tool that it called", async () => {
  const by = await newKey(app);
  await (await mcpClientOf<Told>(app, by.secret)).call("search_law", { query: "§ 1 ProbeG" });
  await app.stet.usage.stored();
  expect(await countUsage(by.me, app.stet.db, 1)).toMatchObject([{ keyId: by.keyId, requests: 2, failures: 0 }]);
  const routes = await app.stet.database.db.selectFrom("api_usage").select("route").where("key_id", "=", by.keyId).execute();
  expect(new Set(routes.map(({ route }) => route))).toContain("POST /mcp search_law");
});

test("every scope that a key can have is of use to someone", () => {
  expect(scopes).toEqual(expect.arrayContaining(Object.keys(allTools)));
});
