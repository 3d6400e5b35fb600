/*
 * A server in place of an official source of law: it uses the source's own formats, with small invented acts, and can
 * fail as the real ones do. Requests are recorded so that tests can count them.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { zipOf } from "./documents.ts";
import { federalDecision, swedishBill, swedishDecision } from "./decisions.ts";
import { britishAct, dutchAct, dutchJudgment, europeanAct, europeanJudgment, germanAct, swedishAct } from "./statutes.ts";

export type SourceRequest = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };
export type Reply = { status?: number; type?: string; body?: string | Buffer; headers?: Record<string, string> } | "silent" | "cut";
export type LawSource = {
  url: string;
  requests: SourceRequest[];
  /** Overrides all further responses; null restores the source's own. */
  answer: (reply: ((request: SourceRequest) => Reply | null) | null) => void;
  close(): Promise<void>;
};

export async function startLawSource(usual: (request: SourceRequest) => Reply | null = officialAnswer): Promise<LawSource> {
  const requests: SourceRequest[] = [];
  let special: ((request: SourceRequest) => Reply | null) | null = null;
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://source");
      const { method = "GET", headers } = incoming;
      const body = Buffer.concat(pieces).toString();
      const request = { method, path: decodeURIComponent(url.pathname), query: url.searchParams, headers, body };
      requests.push(request);
      const reply = special?.(request) ?? usual(request) ?? { status: 404, body: "not here" };
      if (reply === "silent") return;
      if (reply === "cut") return void incoming.socket.destroy();
      const content = Buffer.from(reply.body ?? "");
      const etag = `"${createHash("sha256").update(content).digest("hex").slice(0, 16)}"`;
      const status = reply.status ?? 200;
      const sent = { "content-type": reply.type ?? "application/xml", ...(status === 200 && { etag }), ...reply.headers };
      if (status === 200 && headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
      response.writeHead(status, sent).end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (reply) => void (special = reply),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The settings that put this server in place of every source. */
export function inPlaceOfAll(url: string): Record<string, string> {
  const names = [
    "EURLEX_URL",
    "SWEDISH_LAW_URL",
    "SWEDISH_COURTS_URL",
    "NEURIS_URL",
    "LEGISLATION_GOV_UK_URL",
    "WETTEN_URL",
    "RECHTSPRAAK_URL",
    "GESETZE_IM_INTERNET_URL",
    "EDGAR_URL",
  ];
  return { LIVE_LAW: "on", LAW_CONTACT: "Example Ltd law@example.org", ...Object.fromEntries(names.map((name) => [name, url])) };
}

const json = (value: unknown): Reply => ({ type: "application/json", body: JSON.stringify(value) });

/** An act as Riksdagen serves it: the same text, in the fields of the parliament's open data. */
export function parliamentAct(text: string, systemdatum = "2099-08-01 04:41:04"): Reply {
  const { beteckning, rubrik } = JSON.parse(swedishAct) as { beteckning: string; rubrik: string };
  const dokument = {
    dok_id: "sfs-2099-10",
    beteckning,
    titel: rubrik,
    doktyp: "sfs",
    datum: "2099-06-01",
    systemdatum,
    text,
    html: "",
  };
  return json({ dokumentstatus: { dokument, dokuppgift: { uppgift: { kod: "ikraft", namn: "Ikraft", text: "2099-07-01" } } } });
}

export const swedishText = (JSON.parse(swedishAct) as { fulltext: { forfattningstext: string } }).fulltext.forfattningstext;

const accession = "0009990001-25-000007";

export const filing = `<html><body><div>PART I</div><table><tr><td>Item 1A.</td><td>Risk Factors</td><td>3</td></tr></table><div>PART I</div><div><span>Item 1.</span> <span>Business</span></div><p>Example Widgets makes widgets in two factories.</p><div>Item 1A.&#160;Risk Factors</div><p>A strike at either factory could stop deliveries for weeks.</p><p>We depend on one supplier of brass.</p></body></html>`;

export function officialAnswer({ method, path, query, body }: SourceRequest): Reply | null {
  if (method === "POST" && path === "/webapi/rdf/sparql") return sparql(body);
  const fixed: Record<string, Reply> = {
    "/resource/celex/32099R0012": { type: "application/xhtml+xml", body: europeanAct },
    "/resource/celex/62099CJ0012": { type: "application/xhtml+xml", body: europeanJudgment },
    "/uitspraken/content": { body: dutchJudgment },
    "/dokument/JD03105.json": json(swedishBill),
    // Both search every word; reports and file numbers are words, too.
    "/api/v1/sok": json({ publiceringslista: body.includes("NJA 2099 s. 12") ? [swedishDecision] : [] }),
    [`/api/v1/publiceringar/${swedishDecision.id}`]: json(swedishDecision),
    "/v1/case-law": json({
      member:
        query.has("fileNumber") || query.has("ecli")
          ? [{ item: { ...federalDecision, fileNumbers: ["VIII ZR 12/98"] } }, { item: federalDecision }]
          : [],
    }),
    [`/v1/case-law/${federalDecision.documentNumber}`]: json(federalDecision),
    "/dokument/sfs-2099-10.json": parliamentAct(swedishText),
    "/ukpga/2099/7/data.xml": { body: britishAct },
    "/bwb/BWBR9990001/manifest.xml": {
      body: `<work label="BWBR9990001" _latestItem="2099-01-01_0/xml/BWBR9990001_2099-01-01_0.xml"><metadata/></work>`,
    },
    "/bwb/BWBR9990001/2099-01-01_0/xml/BWBR9990001_2099-01-01_0.xml": { body: dutchAct },
    "/gii-toc.xml": {
      body: `<items><item><title>Gesetz über Probearbeit</title><link>http://www.gesetze-im-internet.de/probeg/xml.zip</link></item><item><title>Abgabenordnung</title><link>http://www.gesetze-im-internet.de/ao_1977/xml.zip</link></item></items>`,
    },
    "/probeg/xml.zip": { type: "application/zip", body: zipOf([{ name: "BJNR990010999.xml", data: germanAct }]) },
    "/files/company_tickers.json": json({
      0: { cik_str: 9990001, ticker: "WDGT", title: "Example Widgets Inc." },
      1: { cik_str: 9990002, ticker: "OTHR", title: "OTHER CORP" },
    }),
    "/submissions/CIK0009990001.json": json({
      name: "Example Widgets Inc.",
      filings: {
        recent: {
          accessionNumber: ["0009990001-25-000009", accession],
          filingDate: ["2025-05-01", "2025-02-20"],
          reportDate: ["2025-03-31", "2024-12-31"],
          form: ["10-Q", "10-K"],
          primaryDocument: ["q.htm", "wdgt-10k.htm"],
        },
        files: [{ name: "CIK0009990001-submissions-001.json", filingFrom: "2010-01-01", filingTo: "2014-12-31" }],
      },
    }),
    "/submissions/CIK0009990001-submissions-001.json": json({
      accessionNumber: ["0009990001-12-000003"],
      filingDate: ["2012-02-20"],
      reportDate: ["2011-12-31"],
      form: ["10-K"],
      primaryDocument: ["xslF345X03/old.xml"],
    }),
    "/Archives/edgar/data/9990001/000999000112000003/index.json": json({
      directory: {
        item: [
          { name: "0009990001-12-000003-index.html", size: "" },
          { name: "exhibit.htm", size: "10" },
          { name: "annual.htm", size: "4000" },
        ],
      },
    }),
    "/Archives/edgar/data/9990001/000999000112000003/annual.htm": { type: "text/html", body: filing },
    "/Archives/edgar/data/9990001/000999000125000007/wdgt-10k.htm": { type: "text/html", body: filing },
    "/LATEST/search-index": json({
      hits: {
        total: { value: 1, relation: "eq" },
        hits: [
          {
            _id: `${accession}:wdgt-10k.htm`,
            _score: 9,
            _source: {
              ciks: ["0009990001"],
              display_names: ["Example Widgets Inc. (WDGT)"],
              form: "10-K",
              file_date: "2025-02-20",
            },
          },
        ],
      },
    }),
    // With a single hit, the parliament's API does not return an array.
    "/dokumentlista/": json({
      dokumentlista: {
        "@traffar": "1",
        dokument: { beteckning: "2099:10", titel: "Lag (2099:10) om provarbete", datum: "2099-06-01" },
      },
    }),
    "/search/data.feed": {
      type: "application/atom+xml",
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://www.legislation.gov.uk/id/uksi/2099/70</id><title>The Trial Work Act 2099 (Commencement) Order 2099</title></entry><entry><id>http://www.legislation.gov.uk/id/ukpga/2099/7</id><title>Trial Work Act 2099</title></entry></feed>`,
    },
    "/sru/Search": {
      body: `<searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><numberOfRecords>1</numberOfRecords><records><record><recordData><gzd:gzd xmlns:gzd="x"><gzd:originalData><overheidbwb:meta xmlns:overheidbwb="y"><owmskern><dcterms:identifier xmlns:dcterms="z">BWBR9990001</dcterms:identifier><dcterms:title>Wet proefarbeid</dcterms:title></owmskern></overheidbwb:meta></gzd:originalData></gzd:gzd></recordData></record></records></searchRetrieveResponse>`,
    },
  };
  return fixed[path] ?? null;
}

/** When the act applies; or, for title searches, the only act there is. */
function sparql(query: string): Reply {
  const value = (text: string) => ({ type: "literal", value: text });
  if (query.includes("case-law_ecli"))
    return json({ results: { bindings: [{ celex: value("62099CC0012") }, { celex: value("62099CJ0012") }] } });
  const rows = query.includes("bif:contains")
    ? [{ celex: value("32099R0012"), title: value("Regulation (EU) 2099/12 on trial work") }]
    : [{ force: value("2099-05-25") }];
  return { type: "application/sparql-results+json", body: JSON.stringify({ head: {}, results: { bindings: rows } }) };
}
