/* Each official format: the structure is kept, and input of another format is rejected with what it lacks. */
import { describe, expect, test } from "vitest";
import { pinpoint } from "#core/law/pinpoint.ts";
import { britishAct, dutchAct, europeanAct, germanAct, swedishAct } from "#test/statutes.ts";
import type { LawAct } from "../law-act.ts";
import { readEurLex } from "./eur-lex.ts";
import { readGesetz } from "./gesetze-im-internet.ts";
import { readLegislation } from "./legislation-gov-uk.ts";
import { readRows } from "./rows.ts";
import { readSwedishLaw } from "./swedish-law.ts";
import { readWet } from "./wetten.ts";

const outline = ([act]: LawAct[]) => act!.sections.map(({ ref, label, heading, path }) => [ref, label, heading, path.join(" > ")]);

test("gesetze-im-internet", () => {
  const acts = readGesetz(germanAct);
  expect(acts[0]).toMatchObject({
    id: "BJNR990010999",
    title: "Gesetz über Probearbeit",
    shortNames: ["ProbeG"],
    version: "2026-03-01",
  });
  expect(outline(acts)).toEqual([
    ["BJNR990010999:1", "§ 1", "Kündigungsfrist", "Erster Abschnitt Probezeit"],
    ["BJNR990010999:2", "§ 2", "Urlaub", "Erster Abschnitt Probezeit"],
    ["BJNR990010999:2a", "§ 2a", "Mietwohnung", "Erster Abschnitt Probezeit"],
  ]);
  const [first] = acts[0]!.sections;
  expect(first!.text).toContain(
    "(2) In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen. Sie gilt für\n1. Arbeitgeber und\n2. Arbeitnehmer.",
  );
  expect(first!.url).toBe("https://www.gesetze-im-internet.de/probeg/__1.html");
});

test("Svensk författningssamling: sections that start again in each chapter carry it; what comes after the act is left out", () => {
  const acts = readSwedishLaw(swedishAct);
  expect(acts[0]).toMatchObject({ id: "SFS 2099:10", version: "2099-08-01", inForce: "2099-07-01" });
  expect(outline(acts)).toEqual([
    ["SFS 2099:10:1:1", "1 kap. 1 §", "Lagens tillämpningsområde", "1 kap. Inledande bestämmelser > Lagens tillämpningsområde"],
    ["SFS 2099:10:2:1", "2 kap. 1 §", "Uppsägningstid", "2 kap. Uppsägning > Uppsägningstid"],
    ["SFS 2099:10:2:2", "2 kap. 2 §", "", "2 kap. Uppsägning > Uppsägningstid"],
  ]);
});

describe("of a Swedish provision that is about to change, the wording that applies today is read", () => {
  const act = (text: string) =>
    JSON.stringify({ beteckning: "2098:1", rubrik: "Lag (2098:1)", fulltext: { forfattningstext: text } });
  const text = `1 § Första paragrafen.\r\n\r\n2 § /Upphör att gälla U:2098-05-01/\r\nDet gamla gäller.\r\n\r\nDess andra stycke.\r\n\r\n2 § /Träder i kraft I:2098-05-01/\r\nDet nya gäller.\r\n\r\nDess andra stycke, nu.\r\n\r\n/Rubriken träder i kraft I:2098-06-01/\r\nAvgift\r\n\r\n3 § /Träder i kraft I:2098-06-01/\r\nAvgift tas ut.\r\n\r\n4 § /Träder i kraft I:den dag regeringen bestämmer/\r\nSenare.\r\n\r\nSist.`;
  const on = (day: string) => readSwedishLaw(act(text), "", day)[0]!;

  test.each([
    [
      "2098-04-30",
      "2098-05-01",
      [
        ["1", "Första paragrafen.", null],
        ["2", "Det gamla gäller.\n\nDess andra stycke.", null],
      ],
    ],
    [
      "2098-05-01",
      "2098-06-01",
      [
        ["1", "Första paragrafen.", null],
        ["2", "Det nya gäller.\n\nDess andra stycke, nu.", "2098-05-01"],
      ],
    ],
    [
      "2098-06-01",
      null,
      [
        ["1", "Första paragrafen.", null],
        ["2", "Det nya gäller.\n\nDess andra stycke, nu.", "2098-05-01"],
        ["3", "Avgift tas ut.", "2098-06-01"],
      ],
    ],
  ])("on %s; the next change is on %s", (day, changesOn, sections) => {
    expect(on(day).changesOn).toBe(changesOn);
    expect(on(day).sections.map(({ number, text: said, inForce }) => [number, said, inForce])).toEqual(sections);
  });

  test("the others are kept, with the days on which they end or begin", () => {
    const others = (day: string) =>
      on(day).otherWordings!.map(({ number, text: said, inForce, ends }) => [number, said, inForce, ends]);
    const old = ["2", "Det gamla gäller.\n\nDess andra stycke.", null, "2098-05-01"];
    const coming = ["2", "Det nya gäller.\n\nDess andra stycke, nu.", "2098-05-01", null];
    const fee = ["3", "Avgift tas ut.", "2098-06-01", null];
    expect(others("2098-04-30")).toEqual([coming, fee]);
    expect(others("2098-05-01")).toEqual([old, fee]);
    expect(others("2098-06-01")).toEqual([old]);
    expect(on("2098-04-30").sections[1]).toMatchObject({ number: "2", ends: "2098-05-01" });
  });

  test("since when a wording is in force is told by the act that amended it last", () => {
    const amended = `1 § Som från början.\r\n\r\n2 § Ändrad en gång. Lag (2098:7).\r\n\r\n3 § Ändrad på två dagar. Lag (2098:8).\r\n\r\n4 § Ändrad av okänd. Lag (2098:9).\r\n\r\nÖvergångsbestämmelser\r\n\r\n2098:1\r\n\r\n1. Denna lag träder i kraft den 1 januari 2098.\r\n\r\n2098:7\r\n\r\n1. Denna lag träder i kraft den 15 mars 2098.\r\n\r\n2098:8\r\n\r\nDenna lag träder i kraft den 1 maj 2098 i fråga om annat, och i övrigt träder i kraft den 1 juni 2098.`;
    const days = (more: object) => {
      const row = { beteckning: "2098:1", rubrik: "Lag (2098:1)", ikraftDateTime: "2098-01-01T00:00:00" };
      const fulltext = { forfattningstext: amended, ...more };
      return readSwedishLaw(JSON.stringify({ ...row, fulltext }))[0]!.sections.map(({ inForce }) => inForce);
    };
    expect(days({})).toEqual(["2098-01-01", "2098-03-15", null, null]);
    expect(days({ omtryck: "SFS 2098:12" })).toEqual([null, null, null, null]);
  });

  test("a chapter that has ended is left out whole", () => {
    const ended =
      "1 kap. Nu\r\n\r\n1 § Gäller.\r\n\r\n2 kap. Då /Kapitlet upphör att gälla U:2098-01-01/\r\n\r\n2 § Gäller inte.\r\n\r\nInte heller detta.";
    expect(readSwedishLaw(act(ended), "", "2098-02-01")[0]!.sections.map(({ text: said }) => said)).toEqual(["Gäller."]);
  });
});

test("what a lawyer must know of a text", () => {
  const outstanding = britishAct.replace(
    "</ukm:Metadata>",
    `<ukm:UnappliedEffects><ukm:UnappliedEffect RequiresApplied="true"/><ukm:UnappliedEffect RequiresApplied="false"/></ukm:UnappliedEffects></ukm:Metadata>`,
  );
  expect(readLegislation(outstanding)[0]!.note).toBe("1 change made by later law not yet in this text");
  const amended = germanAct.replace(
    "<langue>",
    "<standangabe><standtyp>Stand</standtyp><standkommentar>Zuletzt geändert durch Art. 1 G v. 1.2.2026 I 30</standkommentar></standangabe><langue>",
  );
  expect(readGesetz(amended)[0]!.note).toBe("Zuletzt geändert durch Art. 1 G v. 1.2.2026 I 30");
  const article = `<html><body><p class="title-article-norm">Article 1</p><p class="norm">1. Text.</p></body></html>`;
  expect(readEurLex(article, "02099R0012-20210101.html")[0]).toMatchObject({
    id: "CELEX 32099R0012",
    note: expect.stringContaining("only the Official Journal"),
  });
  expect(
    readSwedishLaw(swedishAct.replace('"uppdateradDateTime"', '"andringInford":"t.o.m. SFS 2099:44","uppdateradDateTime"'))[0]!
      .note,
  ).toBe("Consolidated text, with amendments up to SFS 2099:44");
});

test("the books of the Dutch civil code are cited as one, and acts know what they are called", () => {
  const book = dutchAct.replaceAll("Wet proefarbeid", "Burgerlijk Wetboek Boek 6").replace("<nr>1.1</nr>", "<nr>162</nr>");
  expect(readWet(book)[0]).toMatchObject({
    shortNames: ["BWBR9990001", "BW"],
    sections: [{ number: "6:162", url: expect.stringContaining("#Artikel162") }],
  });
  expect(readSwedishLaw(swedishAct.replaceAll("2099:10", "1982:80"))[0]!.shortNames).toContain("LAS");
  const article = `<html><body><p class="ti-art">Article 1</p><p class="normal">Text.</p></body></html>`;
  expect(readEurLex(article, "31995L0046.html")[0]!.shortNames).toContain("95/46");
  expect(readEurLex(article, "32001R0044.html")[0]!.shortNames).toContain("44/2001");
});

test("legislation.gov.uk", () => {
  const acts = readLegislation(britishAct);
  expect(acts[0]).toMatchObject({ id: "ukpga/2099/7", title: "Trial Work Act 2099", version: "2099-05-01", inForce: null });
  expect(acts[0]!.sections[0]).toMatchObject({ inForce: "2099-04-06", ends: null });
  const ended = britishAct.replace('<P1 id="section-1"', '<P1 RestrictEndDate="2099-12-01" id="section-1"');
  expect(readLegislation(ended)[0]!.sections[0]!.ends).toBe("2099-12-01");
  expect(outline(acts)).toEqual([["ukpga/2099/7/section/1", "section 1", "Notice during a trial", "Part 1: Trial work"]]);
  expect(acts[0]!.sections[0]!.text).toBe(
    "(1) A trial may be ended by notice of one week.\n(2) Notice must be given—\n(a) in writing, and\n(b) on a working day.",
  );
});

test("wetten.overheid.nl", () => {
  const acts = readWet(dutchAct);
  expect(acts[0]).toMatchObject({ id: "BWBR9990001", title: "Wet proefarbeid", version: "2099-01-01" });
  expect(outline(acts)).toEqual([["BWBR9990001:1.1", "Artikel 1.1", "Opzegtermijn", "Hoofdstuk 1 Opzegging"]]);
  expect(acts[0]!.sections[0]!.text).toBe(
    "1 De opzegtermijn is tien dagen.\n\n2 Opzegging geschiedt:\n\na. schriftelijk; en\nb. met redenen.",
  );
});

test("EUR-Lex", () => {
  const acts = readEurLex(europeanAct, "32099R0012.xhtml");
  expect(acts[0]).toMatchObject({ id: "CELEX 32099R0012", shortNames: expect.arrayContaining(["32099R0012", "2099/12"]) });
  expect(outline(acts)).toEqual([["CELEX 32099R0012:art_1", "Article 1", "Notice", "CHAPTER I: General provisions"]]);
  expect(acts[0]!.sections[0]!.text).toBe(
    "1. A trial may be ended by notice of three days.\n\n2. Notice shall state:\n(a) the reason;\n(b) the last day.",
  );
});

test("rows", () => {
  const row = { id: "SFS 1915:218:1", law: "Avtalslagen", section: "1 §", jurisdiction: "SE", text: "Anbud är bindande." };
  expect(readRows(JSON.stringify(row))[0]).toMatchObject({
    id: "SFS 1915:218",
    sections: [{ ref: "SFS 1915:218:1", number: "1" }],
  });
});

test.each([
  [() => readGesetz("<html/>"), "dokumente is missing"],
  [() => readSwedishLaw('{"rubrik":"x"}'), "beteckning"],
  [() => readSwedishLaw("<dokumentstatus><dokument><doktyp>prop</doktyp></dokument></dokumentstatus>"), "doktyp is prop"],
  [() => readLegislation("<feed/>"), "Legislation/@IdURI"],
  [() => readWet("<work/>"), "toestand/@bwb-id"],
  [() => readEurLex("<html><body>x</body></html>", "a.html"), "CELEX"],
  [() => readRows('{"id":"x"}'), "line 1: law"],
])("what is not of the form says what it lacks (%#)", (read, lacks) => {
  expect(read).toThrow(lacks);
});

test("a place is cited by its paragraph, as the jurisdiction does it", () => {
  const cite = ([act]: LawAct[], section: number, words: string, name: string) => {
    const { text, label } = act!.sections[section]!;
    expect(text).toContain(words);
    return pinpoint({ label, text, jurisdiction: act!.jurisdiction, act: name }, text.indexOf(words));
  };
  expect(cite(readGesetz(germanAct), 0, "zwei Wochen", "ProbeG")).toBe("§ 1 Abs. 2 ProbeG");
  expect(cite(readGesetz(germanAct), 0, "Arbeitnehmer.", "ProbeG")).toBe("§ 1 Abs. 2 ProbeG");
  expect(cite(readGesetz(germanAct), 1, "zwei Tage", "ProbeG")).toBe("§ 2 ProbeG");
  expect(cite(readSwedishLaw(swedishAct), 1, "fjorton dagar", "lagen")).toBe("2 kap. 1 § första stycket lagen");
  expect(cite(readSwedishLaw(swedishAct), 1, "en månad", "lagen")).toBe("2 kap. 1 § andra stycket lagen");
  expect(cite(readSwedishLaw(swedishAct), 2, "skriftlig", "lagen")).toBe("2 kap. 2 § lagen");
  expect(cite(readLegislation(britishAct), 0, "on a working day", "Trial Work Act 2099")).toBe("Trial Work Act 2099, section 1(2)");
  expect(cite(readWet(dutchAct), 0, "schriftelijk", "Wet proefarbeid")).toBe("artikel 1.1, lid 2 Wet proefarbeid");
  expect(cite(readEurLex(europeanAct, "32099R0012.xhtml"), 0, "the last day", "2099/12")).toBe("Article 1(2) 2099/12");
});
