/* Acts that people ask for by their numbers: recognized, fetched by a job, refused with the true reason, and refreshed. */
import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobKinds } from "../jobs/kinds.ts";
import type { Person } from "#core/workspace/policy.ts";
import { zipOf } from "#test/documents.ts";
import { eachDatabase } from "#test/databases.ts";
import { inPlaceOfAll, parliamentAct, startLawSource, swedishText, type LawSource, type Reply } from "#test/law-sources.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { sharedData } from "#test/shared-data.ts";
import { swedishAct } from "#test/statutes.ts";
import { changeJob } from "../data/accounts/own-jobs.ts";
import { listLawJobs } from "../data/law/law-jobs.ts";
import { getLastChange } from "../data/law/law-shelf.ts";
import { newProcessId } from "../db/living.ts";
import { silent } from "../db/log.ts";
import { readEnv } from "../env.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { createLog } from "../log.ts";
import { createConnectors } from "./connectors/index.ts";
import { readGesetz } from "./forms/gesetze-im-internet.ts";
import { loadLaw } from "./index-law.ts";
import { createLawRequests, type LawRequests } from "./law-requests.ts";
import { createLiveLaw, type LiveLaw } from "./live-law.ts";
import { createLawSearch } from "./search-law.ts";
import { readSwedishLaw } from "./forms/swedish-law.ts";

const quick = { now: () => Date.now(), sleep: () => Promise.resolve() };
let source: LawSource;
beforeAll(async () => void (source = await startLawSource()));
beforeEach(() => source.answer(null));
afterAll(() => source.close());

eachDatabase((open) => {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  /** The service with an engine that does its jobs. */
  async function service({ settings = inPlaceOfAll(source.url), isOn = true } = {}) {
    const database = await open();
    const { db } = database;
    const env = readEnv({ ...settings, LOG_LEVEL: "silent" });
    const options = { db, log: createLog(env), search: createLawSearch(db), connectors: createConnectors(env, quick) };
    const liveLaw: LiveLaw = createLiveLaw({ ...options, isOn: () => isOn, freshHours: 24, waitSeconds: 1 });
    const processId = newProcessId();
    await database.living.announce(processId);
    const kinds = { "fetch-law": jobKinds["fetch-law"] };
    const jobs: Jobs = await createJobs({ database, db, log: silent, processId, kinds });
    const requests: LawRequests = createLawRequests({ db, liveLaw, jobs, newPlan: "free" });
    await jobs.begin({ "fetch-law": requests.work } as never);
    ending.push(async () => {
      await jobs.close();
      await liveLaw.close();
    });
    const me = await newPerson(db);
    /** What is left to see of a person's requests once nothing is under way. */
    const outcome = async (who: Person = me) => {
      const isOver = async () => (await listLawJobs(who, db)).every(({ state }) => state === "done" || state === "failed");
      // A long act is indexed, too.
      await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
      return listLawJobs(who, db);
    };
    return { db, me, requests, outcome };
  }

  test.each([
    ["SFS 2099:10", "swedish-law", "SFS 2099:10"],
    ["https://www.legislation.gov.uk/ukpga/2099/7/contents", "legislation.gov.uk", "ukpga/2099/7"],
    ["the Trial Work Act 2099", "legislation.gov.uk", "ukpga/2099/7"],
    ["BWBR9990001", "wetten", "BWBR9990001"],
    ["ProbeG", "gesetze-im-internet", "BJNR990010999"],
    ["Regulation (EU) 2099/12", "eurlex", "CELEX 32099R0012"],
    ["62099CJ0012", "eurlex", "CELEX 62099CJ0012"],
  ])("%s is fetched from %s", async (citation, from, id) => {
    const { db, me, requests, outcome } = await service();
    await sql`delete from law_acts where id = ${id}`.execute(db);
    expect((await requests.add(me, citation)).begun).toHaveLength(1);
    expect(await outcome()).toMatchObject([{ state: "done", source: from, act: { id }, isRefresh: false, changed: 0 }]);
    // A second time it is there, and no source is asked.
    source.requests.length = 0;
    expect(await requests.add(me, citation)).toEqual({ stored: [expect.objectContaining({ id })], begun: [] });
    expect(source.requests).toHaveLength(0);
  });

  test("what names no act is refused with what does, and several are added together", async () => {
    const { db, me, requests, outcome } = await service();
    await expect(requests.add(me, "a good law")).rejects.toMatchObject({ status: 400 });
    expect(await outcome()).toEqual([]);
    await sql`delete from law_acts where id in ('SFS 2099:10', 'BWBR9990001')`.execute(db);
    expect(await requests.add(me, "SFS 2099:10, BWBR9990001")).toEqual({ stored: [], begun: ["SFS 2099:10", "BWBR9990001"] });
    expect((await outcome()).map(({ act }) => act?.id).toSorted()).toEqual(["BWBR9990001", "SFS 2099:10"]);
  });

  describe("the true reason is given where there is nothing", () => {
    test.each<[string, string, Reply | null, string]>([
      ["does not have it", "SFS 2098:1", null, "Riksdagen does not have this document."],
      ["cannot be reached", "BWBR9990098", "cut", "wetten.overheid.nl could not be reached."],
      ["refuses", "ukpga/2098/3", { status: 403, body: "" }, "legislation.gov.uk refused the request (403)."],
      [
        "has changed its form",
        "ukpga/2098/4",
        { type: "text/html", body: "<html><body>Maintenance</body></html>" },
        "legislation.gov.uk answered in a form that Stet does not know (Legislation/@IdURI is missing).",
      ],
      [
        "sends the request elsewhere",
        "ukpga/2098/5",
        { status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } },
        "legislation.gov.uk sent the request on to 127.0.0.1:1, which is not its own address.",
      ],
    ])("a source that %s", async (_, citation, reply, problem) => {
      const { me, requests, outcome } = await service();
      source.answer(() => reply ?? { status: 404, body: "" });
      await requests.add(me, citation);
      expect(await outcome()).toMatchObject([{ state: "failed", problem, act: null }]);
      // Asked for again it is tried again, in the same row.
      await requests.add(me, citation);
      expect(await outcome()).toHaveLength(1);
    });

    test("a source that is off, or needs a setting, is not asked at all", async () => {
      const off = await service({ isOn: false });
      source.requests.length = 0;
      const refusal = async (asked: Promise<unknown>) => ((await asked.catch((thrown: unknown) => thrown)) as Response).json();
      expect(await refusal(off.requests.add(off.me, "SFS 2098:9"))).toMatchObject({
        code: "law-not-asked",
        detail: "Riksdagen isn’t queried here (LIVE_LAW). Your administrator can turn it on, or load law from files.",
      });
      const nameless = await service({ settings: { ...inPlaceOfAll(source.url), LAW_CONTACT: "" } });
      expect(await refusal(nameless.requests.add(nameless.me, "the 10-K of Example Widgets"))).toMatchObject({
        detail: "EDGAR isn’t queried until your administrator sets LAW_CONTACT.",
      });
      expect(source.requests).toHaveLength(0);
    });

    test("a source that is silent keeps it waiting until it is cancelled, and nothing is stored then", async () => {
      const { db, me, requests } = await service();
      source.answer(() => "silent");
      await requests.add(me, "SFS 2098:77");
      await expect.poll(async () => (await listLawJobs(me, db))[0]?.state).toBe("running");
      expect(await changeJob(me, db, (await listLawJobs(me, db))[0]!.id, "cancel")).toBe(true);
      await expect.poll(() => listLawJobs(me, db)).toEqual([]);
    });
  });

  describe("a stored act is refreshed", () => {
    const amended = swedishText.replace("fjorton dagar", "tio dagar");

    test("and how many sections changed is known; unchanged, that is known too", async () => {
      const { db, me, requests, outcome } = await service();
      await sql`delete from law_acts where id = 'SFS 2099:10'`.execute(db);
      await requests.add(me, "SFS 2099:10");
      await outcome();
      expect(await requests.refreshRefusal("SFS 2099:10")).toBeNull();
      await requests.refresh(me, "SFS 2099:10");
      expect((await outcome())[0]).toMatchObject({ state: "done", isRefresh: true, changed: 0, act: { id: "SFS 2099:10" } });
      source.answer(({ path }) => (path.startsWith("/dokument/") ? parliamentAct(amended, "2099-09-15 04:00:00") : null));
      await requests.refresh(me, "SFS 2099:10");
      expect((await outcome())[0]).toMatchObject({ state: "done", isRefresh: true, changed: 1 });
      expect(await getLastChange(me, db, "SFS 2099:10")).toEqual({
        day: "2099-09-15",
        changed: ["SFS 2099:10:2:1"],
        added: [],
        repealed: [],
      });
      // Other people see the change, and not who asked.
      expect(await listLawJobs(await newPerson(db), db)).toEqual([]);
    });

    test("though it was loaded from a file, if its source has it under its number", async () => {
      const { db, me, requests, outcome } = await service();
      await sql`delete from law_acts where id in ('SFS 2099:10', 'BJNR990010999')`.execute(db);
      const german = `<dokumente builddate="20260301215502" doknr="BJNR990010999"><norm doknr="BJNR990010999"><metadaten><jurabk>ProbeG</jurabk><ausfertigung-datum manuell="ja">2001-01-01</ausfertigung-datum><langue>Gesetz</langue></metadaten></norm><norm><metadaten><jurabk>ProbeG</jurabk><enbez>§ 1</enbez></metadaten><textdaten><text><Content><P>Wort.</P></Content></text></textdaten></norm></dokumente>`;
      await loadLaw(db, [...readSwedishLaw(swedishAct), ...readGesetz(german)]);
      await requests.refresh(me, "SFS 2099:10");
      expect(await outcome()).toMatchObject([{ state: "done", isRefresh: true }]);
      expect(await requests.refreshRefusal("BJNR990010999")).toBe(
        "It was loaded from a file, and Stet doesn’t know under which name gesetze-im-internet.de has it.",
      );
      await expect(requests.refresh(me, "BJNR990010999")).rejects.toMatchObject({ status: 409 });
      await expect(requests.refresh(me, "nothing")).rejects.toMatchObject({ status: 404 });
    });

    test("but not what never changes once it is published", async () => {
      const { db, me, requests, outcome } = await service();
      await sql`delete from law_acts where id = 'ECLI:NL:HR:2099:12'`.execute(db);
      await requests.add(me, "ECLI:NL:HR:2099:12");
      expect(await outcome()).toMatchObject([{ state: "done" }]);
      expect(await requests.refreshRefusal("ECLI:NL:HR:2099:12")).toMatch(/^What .* has published doesn’t change\.$/);
    });
  });

  test("guests ask for nothing, and a member does in their organization alone", async () => {
    const { db, me, requests, outcome } = await service();
    const membership = await newOrganization(db);
    await joinOrganization(db, me.userId, membership.organizationId);
    const there = { ...me, organizationId: membership.organizationId, memberships: [membership] };
    const guest = { ...there, memberships: [{ ...membership, role: "guest" as const }] };
    await expect(requests.add(guest, "SFS 2098:2")).rejects.toMatchObject({ status: 403 });
    await expect(requests.refresh(guest, "SFS 2099:10")).rejects.toMatchObject({ status: 403 });
    await requests.add(there, "SFS 2098:2");
    expect(await outcome(there)).toHaveLength(1);
    expect(await listLawJobs(me, db)).toEqual([]);
  });

  test("one person asks for so many an hour, and a request that is under way counts once", async () => {
    const { me, requests } = await service();
    source.answer(() => "silent");
    for (let n = 0; n < 40; n++) await requests.add(me, `SFS 2098:${1000 + n}`);
    await requests.add(me, "SFS 2098:1000");
    const refused = (await requests.add(me, "SFS 2098:2000").catch((thrown: unknown) => thrown)) as Response;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/^You can ask for 40 acts an hour\. Try again in/),
    });
  });

  const { path: folder, isThere } = sharedData("legal/responses");
  describe.skipIf(!isThere)("with answers of the official interfaces as they were captured", () => {
    const captured: Record<string, () => Reply> = {
      "/dokument/sfs-2025-400.json": () => ({ body: readFileSync(join(folder, "se/rkrattsbaser_2025_400.json")) }),
      "/ukpga/2000/32/data.xml": () => ({ body: readFileSync(join(folder, "uk/clml_ukpga_20000032_en.xml")) }),
      "/bwb/BWBR0045754/manifest.xml": () => ({ body: readFileSync(join(folder, "nl/bwb_manifest.xml")) }),
      "/bwb/BWBR0045754/2023-04-01_0/xml/BWBR0045754_2023-04-01_0.xml": () => ({
        body: readFileSync(join(folder, "nl/bwb_toestand.xml")),
      }),
      "/gii-toc.xml": () => ({
        body: "<items><item><title>x</title><link>http://www.gesetze-im-internet.de/kschg/xml.zip</link></item></items>",
      }),
      "/kschg/xml.zip": () => ({
        body: zipOf([{ name: "BJNR004990951.xml", data: readFileSync(join(folder, "de/gii_BJNR004990951.xml")) }]),
      }),
    };

    test.each([
      ["socialtjänstlagen", "Socialtjänstlag (2025:400)"],
      ["Police (Northern Ireland) Act, ukpga/2000/32", "Police (Northern Ireland) Act 2000"],
      ["Wet open overheid (BWBR0045754)", "Wet open overheid"],
      ["KSchG", "Kündigungsschutzgesetz"],
    ])("%s is added as %s", async (citation, title) => {
      const { me, requests, outcome } = await service();
      source.answer(({ path }) => captured[path]?.() ?? null);
      await requests.add(me, citation);
      expect(await outcome()).toMatchObject([{ state: "done", act: { title } }]);
    });
  });
});
