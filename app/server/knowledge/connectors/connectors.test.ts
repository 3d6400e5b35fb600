/* Every source's API against a local server that implements it, and how each handles invalid responses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inPlaceOfAll, startLawSource, type LawSource, type Reply } from "#test/law-sources.ts";
import { britishAct, europeanAct } from "#test/statutes.ts";
import { readEnv } from "../../env.ts";
import type { Connector, LawSourceId, Reference } from "./connector.ts";
import { createConnectors } from "./index.ts";

let source: LawSource;
let connectors: Connector[];
const quick = { now: () => Date.now(), sleep: () => Promise.resolve() };
const { signal } = new AbortController();

beforeAll(async () => void (source = await startLawSource()));
afterAll(() => source.close());
beforeEach(() => {
  source.answer(null);
  source.requests.length = 0;
  connectors = createConnectors(readEnv(inPlaceOfAll(source.url)), quick);
});

const of = (id: LawSourceId) => connectors.find((one) => one.describe().id === id)!;
const reference = (id: LawSourceId, key: string, label = key): Reference => ({ source: id, key, label, names: [] });
const open = (id: LawSourceId, key: string, label = key) => of(id).open(reference(id, key, label), signal);

test("each says who it is, and only what may not be asked needs something", () => {
  expect(connectors.map((one) => [one.describe().jurisdiction, one.describe().id])).toEqual([
    ["EU", "eurlex"],
    ["SE", "swedish-law"],
    ["SE", "swedish-bills"],
    ["SE", "swedish-courts"],
    ["GB", "legislation.gov.uk"],
    ["NL", "wetten"],
    ["NL", "rechtspraak"],
    ["DE", "gesetze-im-internet"],
    ["DE", "neuris"],
    ["US", "edgar"],
  ]);
  const unnamed = createConnectors(readEnv({ ...inPlaceOfAll(source.url), LAW_CONTACT: "" }), quick);
  expect(unnamed.map((one) => one.describe().needs).filter((needs) => needs !== null)).toEqual(["LAW_CONTACT"]);
});

describe("what a text names", () => {
  test.each<[LawSourceId, string, string[]]>([
    ["eurlex", "What does Article 28 GDPR require?", ["32016R0679"]],
    ["eurlex", "Regulation (EU) 2016/679 and Directive 95/46/EC", ["32016R0679", "31995L0046"]],
    ["eurlex", "Regulation (EC) No 44/2001, Regulation (EEC) No 1408/71", ["32001R0044", "31971R1408"]],
    ["eurlex", "Verordnung (EU) 2024/1689", ["32024R1689/de"]],
    ["eurlex", "CELEX 02016R0679-20160504", ["32016R0679"]],
    ["eurlex", "Case C-131/12 and T‑5/99", ["62012CJ0131", "61999TJ0005"]],
    ["eurlex", "ECLI:EU:C:2014:317", ["ECLI:EU:C:2014:317"]],
    ["rechtspraak", "HR 3 februari 2099, ECLI:NL:HR:2099:12", ["ECLI:NL:HR:2099:12"]],
    ["eurlex", "What does the law say?", []],
    ["swedish-law", "7 § lagen (1982:80) om anställningsskydd", ["1982:80"]],
    ["swedish-law", "Vad säger 7 § LAS?", ["1982:80"]],
    ["swedish-law", "Enligt lagen om provarbete", ["title:lagen om provarbete"]],
    ["legislation.gov.uk", "section 45 of the Data Protection Act 2018", ["title:Data Protection Act 2018"]],
    ["legislation.gov.uk", "Under the Equality Act 2010, is it?", ["title:Equality Act 2010"]],
    ["legislation.gov.uk", "What does ukpga/2018/12 say?", ["ukpga/2018/12"]],
    ["legislation.gov.uk", "An Act of 2010", []],
    ["wetten", "art. 4.4 Woo", ["BWBR0045754"]],
    ["wetten", "artikel 6:162 BW", ["BWBR0005289"]],
    ["wetten", "Artikel 1.1 Wet proefarbeid", ["title:Wet proefarbeid"]],
    ["gesetze-im-internet", "§ 535 BGB", ["bgb"]],
    ["gesetze-im-internet", "§ 1 Abs. 2 Satz 1 Nr. 3 KSchG und § 9 SGB IX", ["kschg", "sgb_9"]],
    ["gesetze-im-internet", "Art. 28 DSGVO", []],
    ["edgar", "What are the risk factors in Example Widgets' 10-K?", ["filing:Example Widgets:10-K:"]],
    ["edgar", "the 2024 10-K of WDGT", ["filing:WDGT:10-K:2024"]],
    ["edgar", "0009990001-25-000007", ["accession:0009990001-25-000007"]],
    ["edgar", "What does a 10-K hold?", []],
    ["edgar", "What did Tesla report in its latest 10-K about risk factors?", ["filing:Tesla:10-K:"]],
    ["edgar", "Vad skrev Bank of America i sin 10-Q för 2021?", ["filing:Bank of America:10-Q:2021"]],
    ["edgar", "Which risks does Procter & Gamble's annual report name?", ["filing:Procter & Gamble:10-K:"]],
    ["edgar", "Did Apple, according to Form 8-K, replace its auditor?", ["filing:Apple:8-K:"]],
    ["edgar", "What does an annual report hold?", []],
  ])("%s: %s", (id, text, keys) => {
    expect(
      of(id)
        .named(text)
        .map(({ key }) => key),
    ).toEqual(keys);
  });
});

describe("a document is opened by its own name", () => {
  test.each<[LawSourceId, string, { id: string; version: string | null }, string]>([
    ["eurlex", "32099R0012", { id: "CELEX 32099R0012", version: null }, "CELEX 32099R0012:art_1"],
    ["swedish-law", "2099:10", { id: "SFS 2099:10", version: "2099-08-01" }, "SFS 2099:10:1:1"],
    ["legislation.gov.uk", "ukpga/2099/7", { id: "ukpga/2099/7", version: "2099-05-01" }, "ukpga/2099/7/section/1"],
    ["wetten", "BWBR9990001", { id: "BWBR9990001", version: "2099-01-01" }, "BWBR9990001:1.1"],
    ["gesetze-im-internet", "probeg", { id: "BJNR990010999", version: "2026-03-01" }, "BJNR990010999:1"],
    [
      "edgar",
      "9990001/0009990001-25-000007/wdgt-10k.htm",
      { id: "0009990001-25-000007:wdgt-10k.htm", version: "2025-02-20" },
      "0009990001-25-000007:wdgt-10k.htm:Part-I.1",
    ],
  ])("%s %s", async (id, key, act, ref) => {
    const opened = await open(id, key);
    expect(opened).toMatchObject({ key, acts: [{ ...act, source: id }] });
    expect(opened.acts[0]!.sections[0]!.ref).toBe(ref);
    expect(opened.provenance).toMatchObject({ url: expect.stringContaining(source.url), etag: expect.any(String) });
  });
});

describe("and by what it is called", () => {
  test.each<[LawSourceId, string, string]>([
    ["swedish-law", "title:lagen om provarbete", "2099:10"],
    ["legislation.gov.uk", "title:Trial Work Act 2099", "ukpga/2099/7"],
    ["wetten", "title:Wet proefarbeid", "BWBR9990001"],
    ["edgar", "filing:Example Widgets:10-K:", "9990001/0009990001-25-000007/wdgt-10k.htm"],
    ["edgar", "filing:WDGT:10-K:2024", "9990001/0009990001-25-000007/wdgt-10k.htm"],
    ["edgar", "filing:WDGT:10-K:2012", "9990001/0009990001-12-000003/annual.htm"],
    ["edgar", "accession:0009990001-12-000003", "9990001/0009990001-12-000003/annual.htm"],
  ])("%s %s", async (id, key, found) => {
    expect((await open(id, key, key.replace("title:", ""))).key).toBe(found);
  });

  test("what is not there is said in words", async () => {
    await expect(open("legislation.gov.uk", "title:No Such Act 1999", "No Such Act 1999")).rejects.toThrow(
      "has no “No Such Act 1999”",
    );
    await expect(open("gesetze-im-internet", "nosuch", "NoSuchG")).rejects.toThrow("has no act called NoSuchG");
    await expect(open("edgar", "filing:Nobody:10-K:")).rejects.toThrow("has no company called Nobody");
    await expect(open("edgar", "filing:WDGT:20-F:")).rejects.toThrow("lists no such filing");
    await expect(open("eurlex", "32099R0099")).rejects.toThrow("does not have this document");
  });
});

describe("a judgment is read by its numbered paragraphs", () => {
  const outline = ({ acts }: Awaited<ReturnType<typeof open>>) =>
    acts[0]!.sections.map(({ label, path, text }) => [label, path.join(), text]);

  test("of the Court of Justice, by its case or its ECLI", async () => {
    const opened = await open("eurlex", "ECLI:EU:C:2099:12");
    expect(opened).toMatchObject({ key: "62099CJ0012", acts: [{ id: "CELEX 62099CJ0012", version: "2099-05-13" }] });
    expect(opened.acts[0]!.title).toBe("JUDGMENT OF THE COURT (First Chamber), 2099-05-13, Case C-12/99");
    expect(outline(opened)).toEqual([
      ["paragraph 1", "JUDGMENT OF THE COURT (First Chamber)", "This request concerns trial work."],
      [
        "paragraph 2",
        "Consideration of the question",
        "A trial ends with its last day.\n\n1. Quoted words have numbers of their own.",
      ],
      ["operative part", "Consideration of the question", "On those grounds, the Court hereby rules:\n\nNotice is due."],
    ]);
  });

  test("of a Dutch court", async () => {
    const opened = await open("rechtspraak", "ECLI:NL:HR:2099:12");
    expect(opened.acts[0]).toMatchObject({ title: "Hoge Raad, 2099-02-03, 99/00012, ECLI:NL:HR:2099:12", version: "2099-02-03" });
    expect(outline(opened)).toEqual([
      ["inhoudsindicatie", "", "Proefarbeid."],
      ["r.o. 3.1", "3 Beoordeling", "De opzegtermijn was verstreken.\n\nDaarom faalt het middel."],
      ["r.o. 4.1", "4. Beslissing", "De Hoge Raad verwerpt het beroep."],
    ]);
  });
});

test.each<[LawSourceId, string, string]>([
  ["eurlex", "How is trial work regulated?", "32099R0012"],
  ["swedish-law", "Hur lång är uppsägningstiden vid provarbete?", "2099:10"],
  ["legislation.gov.uk", "How is a trial of work ended?", "uksi/2099/70"],
  ["wetten", "Wat geldt voor proefarbeid?", "BWBR9990001"],
  ["gesetze-im-internet", "Was gilt bei Probearbeit?", "probeg"],
  ["edgar", "strike at a widget factory", "9990001/0009990001-25-000007/wdgt-10k.htm"],
])("%s is searched by words", async (id, question, key) => {
  expect((await of(id).search(question, signal))[0]!.key).toBe(key);
});

describe("asked again", () => {
  test.each<[LawSourceId, string]>([
    ["eurlex", "32099R0012"],
    ["swedish-law", "2099:10"],
    ["legislation.gov.uk", "ukpga/2099/7"],
    ["wetten", "BWBR9990001"],
    ["gesetze-im-internet", "probeg"],
    ["edgar", "9990001/0009990001-25-000007/wdgt-10k.htm"],
  ])("%s says that nothing has changed", async (id, key) => {
    const { provenance } = await open(id, key);
    expect(await of(id).refresh({ key, ...provenance }, signal)).toBeNull();
  });

  test("a new version of a Dutch act is told by its manifest", async () => {
    const { provenance } = await open("wetten", "BWBR9990001");
    const newer = `<work label="BWBR9990001" _latestItem="2099-03-01_0/xml/BWBR9990001_2099-03-01_0.xml"/>`;
    source.answer(({ path }) => {
      if (path.endsWith("manifest.xml")) return { body: newer };
      return path.includes("2099-03-01") ? { body: `<toestand bwb-id="BWBR9990001" inwerkingtreding="2099-03-01"/>` } : null;
    });
    expect(await of("wetten").refresh({ key: "BWBR9990001", ...provenance }, signal)).toMatchObject({
      acts: [{ version: "2099-03-01" }],
    });
  });

  test("of the versions of a Dutch act the one in force today is taken, and when the next comes is remembered", async () => {
    const version = (day: string) =>
      `<expression label="${day}_0"><metadata><datum_inwerkingtreding>${day}</datum_inwerkingtreding></metadata><manifestation label="xml"><item label="BWBR9990001_${day}_0.xml" _deleted="false"/></manifestation></expression>`;
    const manifest = `<work _latestItem="2199-01-01_0/xml/BWBR9990001_2199-01-01_0.xml">${["2001-01-01", "2010-01-01", "2199-01-01"].map(version).join("")}</work>`;
    source.answer(({ path }) => {
      if (path.endsWith("manifest.xml")) return { body: manifest };
      return { body: `<toestand bwb-id="BWBR9990001" inwerkingtreding="${/(\d{4}-\d{2}-\d{2})_0\.xml$/.exec(path)?.[1]}"/>` };
    });
    expect((await open("wetten", "BWBR9990001")).acts[0]).toMatchObject({ version: "2010-01-01", changesOn: "2199-01-01" });
  });

  test("of a European act the newest consolidated text is taken, and the published one where that is not text", async () => {
    const value = (text: string) => ({ type: "literal", value: text });
    const rows = [
      { text: value("02099R0012-20200101"), date: value("2020-01-01"), force: value("2019-05-25") },
      { text: value("02099R0012-20210101"), date: value("2021-01-01"), force: value("2019-05-25") },
      { text: value("02099R0012-99990101"), date: value("9999-01-01"), force: value("2019-05-25") },
    ];
    const article = `<html><body><p class="title-article-norm">Article 1</p><p class="norm">1. As amended.</p></body></html>`;
    let consolidated: Reply = { type: "application/xhtml+xml", body: article };
    source.answer(({ path }) => {
      if (path.endsWith("/sparql")) return { body: JSON.stringify({ results: { bindings: rows } }) };
      return path.endsWith("02099R0012-20210101") ? consolidated : null;
    });
    const opened = await open("eurlex", "32099R0012");
    const dates = { version: "2021-01-01", inForce: "2019-05-25", changesOn: "9999-01-01" };
    expect(opened.acts[0]).toMatchObject({ id: "CELEX 32099R0012", ...dates });
    consolidated = { status: 406 };
    expect((await open("eurlex", "32099R0012")).acts[0]).toMatchObject({ id: "CELEX 32099R0012", version: null });
  });
});

describe("an act of the Union in the language of the question", () => {
  const german = europeanAct
    .replace("Article 1", "Artikel 1")
    .replace("A trial may be ended by notice of three days.", "Die Probe endet binnen drei Tagen.");

  test("is asked for in that, and kept apart from the English text", async () => {
    source.answer(({ path, headers }) =>
      path === "/resource/celex/32099R0012" && headers["accept-language"] === "de"
        ? { type: "application/xhtml+xml", body: german }
        : null,
    );
    const [named] = of("eurlex").named("Was verlangt Artikel 1 der Verordnung (EU) 2099/12 für die Probe?");
    expect(named).toMatchObject({ key: "32099R0012/de", actId: "CELEX 32099R0012 DE" });
    const opened = await of("eurlex").open(named!, signal);
    expect(opened).toMatchObject({ key: "32099R0012/de", acts: [{ id: "CELEX 32099R0012 DE" }] });
    const [section] = opened.acts[0]!.sections;
    expect(section).toMatchObject({ ref: "CELEX 32099R0012 DE:art_1", label: "Artikel 1" });
    expect(section!.url).toContain("/legal-content/DE/TXT/");
    expect(await of("eurlex").refresh({ key: opened.key, ...opened.provenance }, signal)).toBeNull();
  });

  test("is had in English where Cellar does not have it in that", async () => {
    source.answer(({ headers }) => (headers["accept-language"] === "sv" ? { status: 404 } : null));
    const [named] = of("eurlex").named("Vad säger artikel 1 i förordning (EU) 2099/12 om provarbete?");
    expect(named!.key).toBe("32099R0012/sv");
    expect(await of("eurlex").open(named!, signal)).toMatchObject({ key: "32099R0012", acts: [{ id: "CELEX 32099R0012" }] });
  });
});

test("a host that could not be reached is not asked again for another document a moment later, nor for anything else it does", async () => {
  source.answer(() => "cut");
  await expect(open("eurlex", "32099R0012")).rejects.toThrow("could not be reached");
  source.requests.length = 0;
  await expect(open("eurlex", "32099R0014")).rejects.toThrow("could not be reached a moment ago");
  expect(source.requests).toEqual([]);
});

describe("300: more than one document", () => {
  test("of a European act the first part is the act", async () => {
    source.answer(({ path }) =>
      path === "/resource/celex/32099R0013"
        ? {
            status: 300,
            type: "text/html",
            body: `<html><body><ul><li><a href="/resource/celex/32099R0012">DOC_1</a></li></ul></body></html>`,
          }
        : null,
    );
    expect((await open("eurlex", "32099R0013")).acts[0]!.sections).toHaveLength(1);
  });

  test("a British address that could mean several is not guessed", async () => {
    source.answer(() => ({
      status: 300,
      type: "text/html",
      body: `<html><a href="/ukpga/Eliz2/3-4/19">one</a><a href="/ukpga/Eliz2/4-5/19">two</a></html>`,
    }));
    await expect(open("legislation.gov.uk", "ukpga/1955/19")).rejects.toThrow(
      "more than one document under ukpga/1955/19: /ukpga/Eliz2/3-4/19, /ukpga/Eliz2/4-5/19",
    );
  });
});

describe("an answer of another form names what it lacks", () => {
  const page: Reply = { type: "text/html", body: "<!doctype html><html><body>Maintenance</body></html>" };
  test.each<[LawSourceId, string, Reply, string]>([
    ["eurlex", "32099R0012", page, "no article was found"],
    ["swedish-law", "2099:10", page, "the answer is not JSON"],
    ["swedish-law", "2099:10", { body: `{"dokumentstatus":{"dokument":{"titel":"x"}}}` }, "beteckning or text is missing"],
    [
      "swedish-law",
      "title:lagen om provarbete",
      { body: `{"dokumentlista":{"dokument":[{"titel":"x"}]}}` },
      "dokumentlista.dokument",
    ],
    ["legislation.gov.uk", "ukpga/2099/7", page, "Legislation/@IdURI is missing"],
    ["legislation.gov.uk", "title:Trial Work Act 2099", page, "feed is missing"],
    ["wetten", "BWBR9990001", page, "work/@_latestItem is missing"],
    ["wetten", "title:Wet proefarbeid", page, "numberOfRecords is missing"],
    ["rechtspraak", "ECLI:NL:HR:2099:12", page, "dcterms:identifier is missing"],
    ["eurlex", "62099CJ0013", page, "no numbered paragraph was found"],
    ["gesetze-im-internet", "probeg", page, "items/item/link is missing"],
    ["edgar", "filing:WDGT:10-K:", { body: `{"0":{"ticker":"WDGT"}}` }, "company_tickers: 0.cik_str is missing"],
  ])("%s %s (%#)", async (id, key, reply, lacks) => {
    source.answer(() => reply);
    await expect(open(id, key, key.replace("title:", ""))).rejects.toThrow(lacks);
  });

  test("a zip that is none, or holds no XML", async () => {
    source.answer(({ path }) => (path.endsWith(".zip") ? { body: "not a zip" } : null));
    await expect(open("gesetze-im-internet", "probeg")).rejects.toThrow("not a zip");
  });

  test("a failure of EDGAR's search comes with status 200", async () => {
    source.answer(() => ({ body: `{"errorType":"Timeout"}` }));
    await expect(of("edgar").search("strike", signal)).rejects.toMatchObject({ fault: "failing" });
  });

  test("the search of titles is worded so that it cannot be broken out of", async () => {
    await of("eurlex").search(`trial" } drop 'work' ;; regulation`, signal);
    expect(source.requests[0]!.body).toMatch(/bif:contains "'[a-z]+'(?: AND '[a-z]+')* ?" \} LIMIT 30$/);
  });
});

test("an act of a megabyte is read like any other, and so is a page of a megabyte that is none", async () => {
  const section = (at: number) =>
    `<P1 id="section-${at}"><Pnumber>${at}</Pnumber><P1para><Text>${"Words of law. ".repeat(50)}</Text></P1para></P1>`;
  const long = britishAct.replace("</Part>", `${Array.from({ length: 1_500 }, (_, at) => section(at + 2)).join("")}</Part>`);
  source.answer(() => ({ body: long }));
  expect((await open("legislation.gov.uk", "ukpga/2099/7")).acts[0]!.sections).toHaveLength(1_501);
  source.answer(() => ({ body: `<html>${"<p>Maintenance</p>".repeat(40_000)}</html>` }));
  await expect(open("legislation.gov.uk", "ukpga/2099/7")).rejects.toThrow("Legislation/@IdURI is missing");
});

test("EDGAR is not asked without a contact", async () => {
  const [edgar] = createConnectors(readEnv({ ...inPlaceOfAll(source.url), LAW_CONTACT: "" }), quick).slice(-1);
  await expect(edgar!.search("strike", signal)).rejects.toMatchObject({
    fault: "off",
    message: expect.stringContaining("LAW_CONTACT"),
  });
  expect(source.requests).toHaveLength(0);
  await of("edgar").search("strike", signal);
  expect(source.requests[0]!.headers["user-agent"]).toBe("Example Ltd law@example.org");
});

test("a filing is read by its items, and its table of contents is none", async () => {
  const { acts } = await open("edgar", "9990001/0009990001-25-000007/wdgt-10k.htm");
  expect(acts[0]!.title).toBe("Example Widgets Inc., 10-K filed 2025-02-20 for the period to 2024-12-31");
  expect(acts[0]!.sections.map(({ label, heading, text }) => [label, heading, text])).toEqual([
    ["Item 1", "Business", "Example Widgets makes widgets in two factories."],
    [
      "Item 1A",
      "Risk Factors",
      "A strike at either factory could stop deliveries for weeks.\n\nWe depend on one supplier of brass.",
    ],
  ]);
});
