/*
 * How the connectors handle real responses of the official APIs, captured in ../shared/data.
 * Skipped if that folder is missing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zipOf } from "#test/documents.ts";
import { sharedData } from "#test/shared-data.ts";
import { inPlaceOfAll, startLawSource, type LawSource, type Reply } from "#test/law-sources.ts";
import { readEnv } from "../../env.ts";
import type { LawSourceId } from "./connector.ts";
import { findCompany, type Listed } from "./edgar-companies.ts";
import { createConnectors } from "./index.ts";

const { path: folder, isThere } = sharedData("legal/responses");
if (!isThere) console.warn("The captured answers of official interfaces are missing: these tests are skipped.");

const file = (name: string): Buffer => readFileSync(join(folder, name));
const { signal } = new AbortController();
let source: LawSource;

/** At the URLs of the official APIs. */
const captured: Record<string, () => Reply> = {
  "/resource/celex/32016R0679": () => ({ body: file("eu/cellar_xhtml_32016R0679_abridged.xhtml") }),
  "/resource/celex/02009L0065-20130620": () => ({ body: file("eu/html_consolidated_moderncons_1.html") }),
  "/webapi/rdf/sparql": () => ({ body: JSON.stringify({ results: { bindings: [] } }) }),
  "/ukpga/2000/32/data.xml": () => ({ body: file("uk/clml_ukpga_20000032_en.xml") }),
  "/ukpga/2000/38/section/19/data.xml": () => ({ body: file("uk/clml_ukpga-2000-38-section-19.xml") }),
  "/bwb/BWBR0045754/manifest.xml": () => ({ body: file("nl/bwb_manifest.xml") }),
  "/bwb/BWBR0045754/2023-04-01_0/xml/BWBR0045754_2023-04-01_0.xml": () => ({ body: file("nl/bwb_toestand.xml") }),
  "/uitspraken/content": () => ({ body: file("nl/rechtspraak1.xml") }),
  "/gii-toc.xml": () => ({
    body: "<items><item><title>x</title><link>http://www.gesetze-im-internet.de/kschg/xml.zip</link></item></items>",
  }),
  "/kschg/xml.zip": () => ({ body: zipOf([{ name: "BJNR004990951.xml", data: file("de/gii_BJNR004990951.xml") }]) }),
  "/dokument/sfs-2025-400.json": () => ({ body: file("se/rkrattsbaser_2025_400.json") }),
  "/files/company_tickers.json": () => ({ body: file("us/company_tickers.json") }),
  "/submissions/CIK0001318605.json": () => ({ body: file("us/submissions_CIK0001318605.json") }),
};

beforeAll(async () => {
  source = await startLawSource(({ path }) => {
    if (/^\/Archives\/.*\/index\.json$/.test(path)) return { body: file("us/filing_index.json") };
    if (path.startsWith("/Archives/")) return { type: "text/html", body: "<p>Item 1. Business</p><p>Cars and batteries.</p>" };
    return captured[path]?.() ?? null;
  });
});
afterAll(() => source.close());

const open = (id: LawSourceId, key: string) => {
  const quick = { now: () => Date.now(), sleep: () => Promise.resolve() };
  const connector = createConnectors(readEnv(inPlaceOfAll(source.url)), quick).find((one) => one.describe().id === id)!;
  return connector.open({ source: id, key, label: key, names: [] }, signal);
};

describe.skipIf(!isThere)("answers that were captured", () => {
  test.each<[LawSourceId, string, object, string, number]>([
    ["eurlex", "32016R0679", { id: "CELEX 32016R0679", title: "GDPR" }, "1", 1],
    ["legislation.gov.uk", "ukpga/2000/32", { title: "Police (Northern Ireland) Act 2000" }, "3", 100],
    ["legislation.gov.uk", "ukpga/2000/38/section/19", { title: "Transport Act 2000", version: "2022-02-28" }, "19", 1],
    ["wetten", "BWBR0045754", { title: "Wet open overheid" }, "4.4", 100],
    ["rechtspraak", "ECLI:NL:PHR:2011:BP5608", { version: "2011-05-27" }, "1.1", 10],
    ["gesetze-im-internet", "kschg", { title: "Kündigungsschutzgesetz", shortNames: ["KSchG"] }, "1", 20],
    ["swedish-law", "2025:400", { title: "Socialtjänstlag (2025:400)" }, "19:1", 200],
  ])("%s %s", async (id, key, act, number, least) => {
    const { acts } = await open(id, key);
    expect(acts[0]).toMatchObject(act);
    expect(acts[0]!.sections.length).toBeGreaterThanOrEqual(least);
    const section = acts[0]!.sections.find((one) => one.number === number);
    expect(section?.text.length).toBeGreaterThan(20);
    expect(URL.canParse(section!.url)).toBe(true);
  });

  test("of a thousand filings the newest annual report is found, by the company's name", async () => {
    const { key, acts } = await open("edgar", "filing:Tesla:10-K:");
    expect(key).toMatch(/^1318605\/\d{10}-\d{2}-\d{6}\/[\w.-]+\.htm$/);
    expect(acts[0]!.title).toMatch(/^Tesla, Inc\., 10-K filed 2022-/);
    // The question names the company far from the form, and other words with capitals beside it.
    const connector = createConnectors(readEnv(inPlaceOfAll(source.url))).find((one) => one.describe().id === "edgar")!;
    const [named] = connector.named("What did Tesla report in its latest 10-K about its Gigafactory in Nevada?");
    expect((await open("edgar", named!.key)).acts[0]!.title).toMatch(/^Tesla, Inc\., 10-K filed 2022-/);
    // For filings generated from data, the text is in another of the filing's files.
    expect((await open("edgar", "filing:TSLA:8-K:")).acts[0]!.sections[0]!.text).toBe("Cars and batteries.");
  });

  test.each([
    ["Tesla", 1318605],
    ["TSLA", 1318605],
    ["Coca-Cola", 21344],
    ["Bank of America", 70858],
    ["Wells Fargo & Company", 72971],
    ["McDonald’s", 63908],
    ["Procter & Gamble", 80424],
    ["Meta", 1326801],
    ["3M", 66740],
    ["Ford", 37996],
    ["Gigafactory", undefined],
  ])("the company that is called %s", (name, cik) => {
    const listed = Object.values(JSON.parse(file("us/company_tickers.json").toString()) as Record<string, Listed>);
    expect(findCompany(name, listed)?.cik_str).toBe(cik);
  });

  test("no Swedish wording that is past or still to come", async () => {
    const { acts } = await open("swedish-law", "2025:400");
    const today = new Date().toISOString().slice(0, 10);
    for (const { inForce, text } of acts[0]!.sections) {
      expect(inForce === null || inForce <= today).toBe(true);
      expect(text).not.toMatch(/Upphör att gälla|Träder i kraft/);
    }
  });
});
