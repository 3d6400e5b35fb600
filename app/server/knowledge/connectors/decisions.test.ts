/* Decisions and bills: how they are named, found and read, in the forms their publishers describe. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inPlaceOfAll, startLawSource, type LawSource, type Reply } from "#test/law-sources.ts";
import { sharedData } from "#test/shared-data.ts";
import { readEnv } from "../../env.ts";
import { readSwedishBill } from "../forms/swedish-bill.ts";
import type { LawSourceId } from "./connector.ts";
import { createConnectors } from "./index.ts";
import { billId } from "./swedish-bills.ts";

const { signal } = new AbortController();
let source: LawSource;
beforeAll(async () => void (source = await startLawSource()));
afterAll(() => source.close());
beforeEach(() => {
  source.answer(null);
  source.requests.length = 0;
});

const of = (id: LawSourceId) => {
  const quick = { now: () => Date.now(), sleep: () => Promise.resolve() };
  return createConnectors(readEnv(inPlaceOfAll(source.url)), quick).find((one) => one.describe().id === id)!;
};

describe("what a text names", () => {
  test.each<[LawSourceId, string, string[]]>([
    ["neuris", "BGH, Urteil vom 5. Mai 2099 – VIII ZR 12/99, sieht das ebenso.", ["file:VIII ZR 12/99"]],
    ["neuris", "BVerfG 1 BvR 16/13 und BAG, 2 AZR 123/20", ["file:1 BvR 16/13", "file:2 AZR 123/20"]],
    ["neuris", "ECLI:DE:BGH:2099:050599UVIIIZR12.99.0.", ["ecli:ECLI:DE:BGH:2099:050599UVIIIZR12.99.0"]],
    ["neuris", "Was sagt § 12 BGB?", []],
    [
      "swedish-courts",
      "NJA 2099 s. 12, HFD 2016 ref. 69 och AD 2024 nr 104",
      ["referat:NJA 2099 s. 12", "referat:HFD 2016 ref. 69", "referat:AD 2024 nr 104"],
    ],
    ["swedish-courts", "MÖD 2020:5", ["referat:MÖD 2020:5"]],
    ["swedish-courts", "Vad säger 7 § LAS?", []],
    ["swedish-bills", "prop. 2017/18:105 s. 45", ["H503105"]],
    ["swedish-bills", "enligt propositionen 1999/2000:2", ["GN032"]],
    ["swedish-bills", "SOU 2017:39", []],
  ])("%s: %s", (id, text, keys) => {
    expect(
      of(id)
        .named(text)
        .map(({ key }) => key),
    ).toEqual(keys);
  });

  test("a bill's id counts the sessions in base 36", () => {
    expect(["1992/93", "2011/12", "2012/13", "2017/18", "2022/23"].map((session) => billId(session, "1"))).toEqual([
      "GG031",
      "GZ031",
      "H0031",
      "H5031",
      "HA031",
    ]);
  });
});

describe("opened", () => {
  const read = async (id: LawSourceId, key: string) => {
    const { acts } = await of(id).open({ source: id, key, label: key, names: [] }, signal);
    return acts[0]!;
  };
  const outline = ({ sections }: Awaited<ReturnType<typeof read>>) =>
    sections.map(({ label, path, text }) => [label, path.join(), text]);

  test("a federal decision, by its file number, by the numbers of its paragraphs", async () => {
    const act = await read("neuris", "file:VIII ZR 12/99");
    expect(source.requests.map(({ path, query }) => [path, query.get("fileNumber")])).toEqual([
      ["/v1/case-law", "VIII ZR 12/99"],
      ["/v1/case-law/KORE990012099", null],
    ]);
    expect(act).toMatchObject({
      title: "BGH Karlsruhe, Urteil, 2099-05-05, VIII ZR 12/99",
      version: "2099-05-05",
      jurisdiction: "DE",
    });
    expect(outline(act)).toEqual([
      ["Leitsatz", "Leitsatz", "Die Probezeit endet mit ihrem letzten Tag."],
      ["Tenor", "Tenor", "Die Revision wird zurückgewiesen."],
      ["Rn. 1", "Tatbestand", "Die Klägerin arbeitete zur Probe."],
      ["Rn. 2", "Tatbestand", "Sie verlangt Lohn."],
      ["Rn. 3", "A.", "Die Revision ist unbegründet.\n\nDort heißt es:\n\n1. Zitierte Absätze haben eigene Nummern."],
      ["Rn. 4", "A.", "Die Frist war verstrichen."],
    ]);
    expect(new Set(act.sections.map(({ ref }) => ref)).size).toBe(act.sections.length);
  });

  test("a Swedish report, by its citation", async () => {
    const act = await read("swedish-courts", "referat:NJA 2099 s. 12");
    expect(JSON.parse(source.requests[0]!.body)).toMatchObject({ sokfras: { andLista: ["NJA 2099 s. 12"] } });
    expect(act).toMatchObject({
      title: "NJA 2099 s.12, Provarbetet, Högsta domstolen, 2099-03-02",
      shortNames: ["NJA 2099 s.12", "T 12-99"],
    });
    expect(outline(act)).toEqual([
      ["sammanfattning", "sammanfattning", "Fråga om uppsägning vid provarbete."],
      ["p. 1", "Domskäl", "Provarbetet upphör med sin sista dag."],
      ["p. 2", "Domskäl", "Uppsägningen var för sen."],
      ["Domslut", "Domslut", "Högsta domstolen avslår överklagandet."],
    ]);
  });

  test("a bill, by its sections", async () => {
    const act = await read("swedish-bills", "JD03105");
    expect(act).toMatchObject({
      id: "Prop. 2097/98:105",
      title: "Prop. 2097/98:105 Ny lag om provarbete",
      note: "A bill, not law in force.",
    });
    expect(act.sections.slice(-3).map(({ label, heading, text }) => [label, heading, text])).toEqual([
      ["avsnitt 1", "Förslag till riksdagsbeslut", "Riksdagen antar lagen."],
      ["avsnitt 2", "Ärendet", "En utredning har tillsatts."],
      ["avsnitt 2.1", "Skälen för förslaget", "Provarbete bör ha kort uppsägningstid."],
    ]);
  });

  const page: Reply = { type: "text/html", body: "<html><body>Maintenance</body></html>" };
  test.each<[LawSourceId, string, Reply, string]>([
    ["neuris", "file:VIII ZR 1/01", { body: `{"member":[]}` }, "has no decision"],
    ["neuris", "KORE990012099", page, "the decision is not JSON"],
    ["neuris", "KORE990012099", { body: `{"documentNumber":"KORE990012099"}` }, "decisionDate is missing"],
    ["neuris", "file:VIII ZR 12/99", page, "the list of decisions: JSON is missing"],
    ["swedish-courts", "referat:NJA 2099 s. 13", { body: `{"publiceringslista":[]}` }, "has no decision"],
    ["swedish-courts", "3f1d2c4e-0000-4000-8000-209900000012", page, "the publication is not JSON"],
    ["swedish-bills", "JD03105", page, "dokumentstatus.dokument"],
    ["swedish-bills", "JD03105", { body: `{"dokumentstatus":{"dokument":{}}}` }, "dokumentstatus.dokument.dok_id is missing"],
  ])("what is not there, or has another form, is said: %s %s (%#)", async (id, key, reply, said) => {
    source.answer(() => reply);
    await expect(read(id, key)).rejects.toThrow(said);
  });
});

const captured = sharedData("legal/responses");
test.skipIf(!captured.isThere)("a scanned bill as it was captured comes whole, in pieces", () => {
  const [act] = readSwedishBill(readFileSync(`${captured.path}/se/riksdagen_dokumentstatus_GG0330.xml`, "utf8"));
  expect(act).toMatchObject({ id: "Prop. 1992/93:30", version: "1992-12-31" });
  expect(act!.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(100_000);
  expect(Math.max(...act!.sections.map(({ text }) => text.length))).toBeLessThan(6_000);
  expect(new Set(act!.sections.map(({ ref }) => ref)).size).toBe(act!.sections.length);
});
