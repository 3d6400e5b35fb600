/*
 * EDGAR: companies (company tickers), their filings (submissions: parallel lists, the newest
 * thousand, older ones in separate files), a filing's documents (its index), and full-text search.
 * Every request must identify the caller with contact details; without them no request is made.
 */
import { z } from "zod";
import { readFiling, type FilingFacts } from "../forms/filing.ts";
import { ShapeChanged } from "../law-act.ts";
import { SourceProblem, type Connector, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";
import { companiesIn, findCompany, namedForm } from "./edgar-companies.ts";
import { searchWords } from "./search-words.ts";

export type EdgarPlaces = { files: string; data: string; search: string };

const accessionForm = /\b(\d{10}-\d{2}-\d{6})\b/g;

const tickersSchema = z.record(z.string(), z.object({ cik_str: z.number(), ticker: z.string(), title: z.string() }));
const filingsSchema = z.object({
  accessionNumber: z.array(z.string()),
  filingDate: z.array(z.string()),
  reportDate: z.array(z.string()),
  form: z.array(z.string()),
  primaryDocument: z.array(z.string()),
});
const submissionsSchema = z.object({
  name: z.string(),
  filings: z.object({
    recent: filingsSchema,
    files: z
      .array(z.object({ name: z.string().regex(/^[\w-]+\.json$/), filingFrom: z.string(), filingTo: z.string() }))
      .default([]),
  }),
});
const indexSchema = z.object({ directory: z.object({ item: z.array(z.object({ name: z.string(), size: z.coerce.string() })) }) });
const hitsSchema = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _source: z.object({
          ciks: z.array(z.string()),
          display_names: z.array(z.string()).default([]),
          form: z.string().default(""),
          file_date: z.string().default(""),
        }),
      }),
    ),
  }),
});

type Filing = { accession: string; filed: string; period: string; form: string; document: string };
type Company = { cik: string; name: string };

export function createEdgar(at: EdgarPlaces, ask: PoliteFetch, contact: string | undefined): Connector {
  async function json<T>(url: string, what: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    if (contact === undefined) throw new SourceProblem("off", "is not asked: set LAW_CONTACT to turn it on");
    const answer = await mustAnswer(ask({ url, accept: "application/json", signal }));
    const value = jsonOf(answer.body.toString("utf8"));
    // A failed search returns status 200.
    if (typeof value === "object" && value !== null && "errorType" in value)
      throw new SourceProblem("failing", "answered with an error of its search");
    const read = schema.safeParse(value);
    if (!read.success) throw new ShapeChanged(`${what}: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
    return read.data;
  }

  /** The first of these names that is a company's: the others are words that begin with a capital. */
  async function companyOf(names: readonly string[], signal: AbortSignal): Promise<Company> {
    const all = Object.values(await json(`${at.files}/files/company_tickers.json`, "company_tickers", tickersSchema, signal));
    const meant = names.map((name) => findCompany(name, all)).find((one) => one !== undefined);
    if (meant === undefined) throw new SourceProblem("not-there", `has no company called ${names[0]!.trim()}`);
    return { cik: String(meant.cik_str), name: meant.title };
  }

  function submissions(cik: string, signal: AbortSignal) {
    return json(`${at.data}/submissions/CIK${cik.padStart(10, "0")}.json`, "submissions", submissionsSchema, signal);
  }

  /** The newest matching filing, including older ones. */
  async function filingOf(cik: string, fits: (filing: Filing) => boolean, signal: AbortSignal) {
    const { name, filings } = await submissions(cik, signal);
    const recent = rowsOf(filings.recent).find(fits);
    if (recent !== undefined) return { name, filing: recent };
    for (const { name: file } of filings.files.slice(0, 3)) {
      const older = await json(`${at.data}/submissions/${file}`, "submissions", filingsSchema, signal);
      const found = rowsOf(older).find(fits);
      if (found !== undefined) return { name, filing: found };
    }
    throw new SourceProblem("not-there", `lists no such filing of ${name}`);
  }

  /** For a filing whose main document is generated from data: its largest page. */
  async function mainDocument(cik: string, { accession, document }: Filing, signal: AbortSignal): Promise<string> {
    if (/^[\w.-]+\.(?:html?|txt)$/i.test(document)) return document;
    const { directory } = await json(`${folder(at, cik, accession)}/index.json`, "index", indexSchema, signal);
    const pages = directory.item.filter(({ name }) => /^[\w.-]+\.html?$/i.test(name) && !name.includes("-index"));
    const largest = pages.toSorted((a, b) => Number(b.size) - Number(a.size))[0];
    if (largest === undefined) throw new SourceProblem("not-there", "has this filing without a document that can be read");
    return largest.name;
  }

  async function document(key: string, given: { name: string; filing: Filing } | null, signal: AbortSignal): Promise<Opened> {
    const [cik = "", accession = "", file = ""] = key.split("/");
    const { name, filing } = given ?? (await filingOf(cik, (one) => one.accession === accession, signal));
    const url = `${folder(at, cik, accession)}/${file}`;
    const answer = await mustAnswer(ask({ url, accept: "text/html, text/plain", signal }));
    const facts: FilingFacts = {
      cik,
      accession,
      file,
      company: name,
      form: filing.form,
      filed: filing.filed,
      period: filing.period === "" ? null : filing.period,
      url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${file}`,
    };
    return { key, acts: [readFiling(answer.body, facts)], provenance: provenanceOf(answer) };
  }

  return {
    describe: () => ({
      id: "edgar",
      name: "EDGAR",
      jurisdiction: "US",
      home: "https://www.sec.gov/edgar",
      licence: "Filed with the US Securities and Exchange Commission; sec.gov",
      needs: contact === undefined ? "LAW_CONTACT" : null,
      isFinal: true,
    }),
    named(text) {
      const accessions = [...text.matchAll(accessionForm)].map(([accession]): Reference => {
        return { source: "edgar", key: `accession:${accession}`, label: accession, names: [accession] };
      });
      const form = namedForm(text);
      const companies = form === null ? [] : companiesIn(text);
      if (accessions.length > 0 || form === null || companies.length === 0) return accessions;
      const year = /\b(20\d{2})\b/.exec(text)?.[1] ?? "";
      const label = `${companies[0]!}, ${form.name}${year === "" ? "" : ` of ${year}`}`;
      const key = `filing:${companies.join("|")}:${form.name}:${year}`;
      return [{ source: "edgar", key, label, names: [], isNewest: year === "", isGuess: form.isGuess }];
    },
    async search(question, signal) {
      const words = searchWords(question, "en", 4);
      if (words.length === 0) return [];
      const form = namedForm(question);
      const query = new URLSearchParams({ q: words.join(" "), ...(form !== null && { forms: form.name }) });
      const { hits } = await json(`${at.search}/LATEST/search-index?${query}`, "search", hitsSchema, signal);
      return hits.hits.flatMap(({ _id: id, _source: hit }): Reference[] => {
        const [accession, file = ""] = id.split(":");
        const cik = hit.ciks[0]?.replace(/^0+/, "");
        if (cik === undefined || !/^[\w.-]+\.(?:html?|txt)$/i.test(file)) return [];
        const label = `${hit.display_names[0] ?? cik}, ${hit.form} of ${hit.file_date}`;
        return [{ source: "edgar", key: `${cik}/${accession}/${file}`, label, actId: id, names: [] }];
      });
    },
    async open({ key }, signal) {
      if (key.startsWith("accession:")) {
        const accession = key.slice("accession:".length);
        const cik = String(Number(accession.slice(0, 10)));
        const found = await filingOf(cik, (one) => one.accession === accession, signal);
        return document(`${cik}/${accession}/${await mainDocument(cik, found.filing, signal)}`, found, signal);
      }
      if (!key.startsWith("filing:")) return document(key, null, signal);
      const [, name = "", form = "", year = ""] = key.split(":");
      const { cik } = await companyOf(name.split("|"), signal);
      const fits = (one: Filing) => one.form === form && (year === "" || one.period.startsWith(year) || one.filed.startsWith(year));
      const found = await filingOf(cik, fits, signal);
      return document(`${cik}/${found.filing.accession}/${await mainDocument(cik, found.filing, signal)}`, found, signal);
    },
    /** Filings never change; an amendment is a separate filing. */
    refresh: () => Promise.resolve(null),
  };
}

function folder(at: EdgarPlaces, cik: string, accession: string): string {
  return `${at.files}/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}`;
}

function rowsOf(lists: z.infer<typeof filingsSchema>): Filing[] {
  return lists.accessionNumber.map((accession, at) => ({
    accession,
    filed: lists.filingDate[at] ?? "",
    period: lists.reportDate[at] ?? "",
    form: lists.form[at] ?? "",
    document: lists.primaryDocument[at] ?? "",
  }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
