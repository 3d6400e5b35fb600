/*
 * The EU Publications Office: Cellar returns a document by CELEX number and format; SPARQL finds
 * the newest consolidated text, dates of application, and titles by words. For a document in
 * several parts Cellar returns 300 and a list, whose first entry is the act. Acts are requested in
 * the question's language ("32016R0679/de"), falling back to English.
 */
import { z } from "zod";
import { celexId, europeanNames, europeanNamesIn, namedIn } from "#core/law/law-names.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { detectLanguage } from "../../prose/language.ts";
import { ShapeChanged, type LawAct } from "../law-act.ts";
import { readAct } from "../read-act.ts";
import { findAll, parseMarkup } from "../markup.ts";
import { SourceProblem, type Connector, type Known, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type Answered, type PoliteFetch } from "./polite-fetch.ts";
import { searchWords } from "./search-words.ts";

const celexForm = /\b([03]\d{4}[A-Z]{1,2}\d{4}|6\d{4}[CTF]J\d{4})(?:-\d{8})?\b/g;
const cased = /(?<![\p{L}\d])([CTF])[-‑–]\s?(\d{1,4})\/(\d{2})(?!\d)/gu;
const ecliForm = /\bECLI:EU:[CTF]:\d{4}:\d{1,5}\b/g;
const numbered =
  /(?<!\p{L})(regulation|directive|decision|förordning(?:en)?|direktiv(?:et)?|verordnung|richtlinie|verordening|richtlijn)\s*(?:\((?:EU|EC|EEC|EG|EWG|EEG)(?:,\s*Euratom)?\)\s*)?(?:nr?\.?\s*|no\.?\s*)?(\d{1,4})\/(\d{1,4})(?:\/(?:EC|EEC|EU|EG|EWG))?/giu;
const letters: Record<string, string> = { r: "R", f: "R", v: "R", d: "L" };

const prefix = "PREFIX cdm: <http://publications.europa.eu/ontology/cdm#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>";
const cell = z.object({ value: z.string() });
const resultsSchema = z.object({ results: z.object({ bindings: z.array(z.record(z.string(), cell)) }) });

/** Documents and SPARQL fail independently, so each has its own backoff. */
export function createEurLex(base: string, ask: PoliteFetch, askSparql: PoliteFetch): Connector {
  async function sparql(query: string, signal: AbortSignal): Promise<Record<string, string>[]> {
    const body = { type: "application/sparql-query", text: `${prefix} ${query}` };
    const url = `${base}/webapi/rdf/sparql`;
    const answer = await mustAnswer(askSparql({ url, accept: "application/sparql-results+json", body, signal }));
    const read = resultsSchema.safeParse(jsonOf(answer.body.toString("utf8")));
    if (!read.success) throw new ShapeChanged(`SPARQL: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
    return read.data.results.bindings.map((row) => Object.fromEntries(Object.entries(row).map(([key, { value }]) => [key, value])));
  }

  /** The newest consolidated text and the date of entry into force; nothing if neither is available. */
  async function versions(
    celex: string,
    signal: AbortSignal,
  ): Promise<{ celex: string; inForce: string | null; changesOn: string | null }> {
    const query = `SELECT ?force ?text ?date WHERE { ?work cdm:resource_legal_id_celex "${celex}"^^xsd:string . OPTIONAL { ?work cdm:resource_legal_date_entry-into-force ?force } OPTIONAL { ?consolidated cdm:act_consolidated_based_on_resource_legal ?work ; cdm:resource_legal_id_celex ?text ; cdm:act_consolidated_date ?date } } LIMIT 500`;
    const rows = await sparql(query, signal).catch((error: unknown) => {
      // Without it the act is still available as originally published, unless the source is unreachable.
      if (signal.aborted || (error instanceof SourceProblem && (error.fault === "unreachable" || error.before === "unreachable")))
        throw error;
      return [];
    });
    const today = new Date().toISOString().slice(0, 10);
    const texts = rows.flatMap(({ text, date }) =>
      text?.startsWith("0") && date !== undefined && date.slice(0, 10) <= today ? [text] : [],
    );
    const force = rows.flatMap((row) => (row["force"] === undefined ? [] : [row["force"].slice(0, 10)])).toSorted();
    const coming = rows
      .flatMap(({ date }) => (date !== undefined && date.slice(0, 10) > today ? [date.slice(0, 10)] : []))
      .toSorted();
    return { celex: texts.toSorted().at(-1) ?? celex, inForce: force[0] ?? null, changesOn: coming[0] ?? null };
  }

  async function document(
    celex: string,
    language: ProseLanguage,
    since: Known | undefined,
    signal: AbortSignal,
  ): Promise<Answered | null> {
    const wanted = { accept: "application/xhtml+xml, text/html;q=0.9", language, signal };
    const url = `${base}/resource/celex/${encodeURIComponent(celex)}`;
    const answer = await ask({ url, ...wanted, ...(since && { since }) });
    if (answer?.status !== 300) return answer;
    const first = partsOf(answer.body.toString("utf8"), answer.url)[0];
    if (first === undefined) throw new ShapeChanged("300 without a list of documents");
    return mustAnswer(ask({ url: first, ...wanted }));
  }

  /** Judgments have no versions. */
  async function fetchJudgment(celex: string, since: Known | undefined, signal: AbortSignal): Promise<Opened | null> {
    const answer = await document(celex, "en", since, signal);
    if (answer === null || answer.sha256 === since?.sha256) return null;
    const acts = await readAct("eurlex", answer.body.toString("utf8"), `${celex}.xhtml`);
    return { key: celex, acts, provenance: provenanceOf(answer) };
  }

  async function celexOfEcli(ecli: string, signal: AbortSignal): Promise<string> {
    const query = `SELECT ?celex WHERE { ?work cdm:case-law_ecli "${ecli}"^^xsd:string ; cdm:resource_legal_id_celex ?celex } LIMIT 20`;
    const found = (await sparql(query, signal))
      .map(({ celex = "" }) => celex)
      .find((celex) => /^6\d{4}[CTF][JO]\d{4}$/.test(celex));
    if (found === undefined) throw new SourceProblem("not-there", `has no ${ecli}`);
    return found;
  }

  async function fetchAct(key: string, since: Known | undefined, signal: AbortSignal): Promise<Opened | null> {
    const { celex, language } = readKey(key);
    if (celex.startsWith("6")) return fetchJudgment(celex, since, signal);
    const newest = await versions(celex, signal);
    const isOtherText = since !== undefined && !since.url.includes(newest.celex);
    let text = newest.celex;
    let answer: Answered | null;
    try {
      answer = await document(text, language, isOtherText ? undefined : since, signal);
    } catch (error) {
      // Some consolidated texts only exist as PDF: use the act as originally published.
      if (text === celex || !(error instanceof SourceProblem) || error.fault !== "not-there") throw error;
      text = celex;
      answer = await document(text, language, since, signal);
    }
    if (answer === null || answer.sha256 === since?.sha256) return null;
    const read = await readAct("eurlex", answer.body.toString("utf8"), `${text}.${language}.xhtml`);
    const acts = read.map((act) => Object.assign(inForceSince(act, newest.inForce), { changesOn: newest.changesOn }));
    return { key, acts, provenance: { ...provenanceOf(answer), url: `${base}/resource/celex/${encodeURIComponent(text)}` } };
  }

  return {
    describe: () => ({
      id: "eurlex",
      name: "EUR-Lex",
      jurisdiction: "EU",
      home: "https://eur-lex.europa.eu",
      licence: "© European Union, eur-lex.europa.eu; reuse under Decision 2011/833/EU",
      needs: null,
    }),
    named(text) {
      const ids = [...text.matchAll(celexForm)].map(([, celex = ""]) => celex.replace(/^0/, "3"));
      const numbers = [...text.matchAll(numbered)].map(([, kind = "", one = "", other = ""]) => celexOf(kind, one, other));
      const language = detectLanguage(text) ?? "en";
      const names = namedIn(text, europeanNames).map(({ id }) => id);
      const cases = [...text.matchAll(cased)].map(([, court = "", number = "", year = ""]) => {
        return `6${Number(year) > 50 ? "19" : "20"}${year}${court}J${number.padStart(4, "0")}`;
      });
      const eclis = [...new Set(text.match(ecliForm))].map((ecli): Reference => {
        return { source: "eurlex", key: ecli, label: ecli, names: [ecli] };
      });
      return [...[...new Set([...ids, ...numbers, ...names, ...cases])].map((celex) => referenceOf(celex, language)), ...eclis];
    },
    async search(question, signal) {
      const language = detectLanguage(question) ?? "en";
      const words = searchWords(question, language, 3).filter((word) => /^[\p{L}-]+$/u.test(word));
      if (words.length === 0) return [];
      const all = words.map((word) => `'${word}'`).join(" AND ");
      const query = `SELECT DISTINCT ?celex ?title WHERE { ?work cdm:resource_legal_id_celex ?celex ; cdm:work_has_resource-type ?type . VALUES ?type { <http://publications.europa.eu/resource/authority/resource-type/REG> <http://publications.europa.eu/resource/authority/resource-type/DIR> } ?expression cdm:expression_belongs_to_work ?work ; cdm:expression_uses_language <http://publications.europa.eu/resource/authority/language/${authorities[language]}> ; cdm:expression_title ?title . ?title bif:contains "${all}" } LIMIT 30`;
      const rows = await sparql(query, signal);
      return rows
        .flatMap(({ celex = "", title = "" }) => (/^3\d{4}[RL]\d{4}$/.test(celex) ? [referenceOf(celex, language, title)] : []))
        .toSorted((a, b) => b.key.slice(1, 5).localeCompare(a.key.slice(1, 5)));
    },
    async open({ key }, signal) {
      const asked = key.startsWith("ECLI:") ? await celexOfEcli(key, signal) : key;
      const { celex, language } = readKey(asked);
      const opened = await fetchAct(asked, undefined, signal).catch((error: unknown) => {
        if (language === "en" || !(error instanceof SourceProblem) || error.fault !== "not-there") throw error;
        return fetchAct(celex, undefined, signal);
      });
      if (opened === null) throw new SourceProblem("changed", "answered 304 to a question without a condition");
      return opened;
    },
    refresh: (known, signal) => fetchAct(known.key, known, signal),
  };
}

/** Since 2015 the year comes first ("2016/679"); before that, regulations and decisions had it last ("No 44/2001"). */
function celexOf(kind: string, one: string, other: string): string {
  const isDirective = /^(?:d.r|richt)/i.test(kind);
  const isDecision = /^dec/i.test(kind);
  const letter = isDirective ? "L" : isDecision ? "D" : (letters[kind[0]!.toLowerCase()] ?? "R");
  const beginsWithYear = one.length === 4 && Number(one) >= 2015 && Number(one) < 2100;
  const yearLast = !isDirective && !beginsWithYear && (other.length === 4 || other.length === 2);
  const [year, number] = yearLast ? [other, one] : [one, other];
  const full = year.length === 2 ? `19${year}` : year;
  return `3${full}${letter}${number.padStart(4, "0")}`;
}

const authorities: Record<ProseLanguage, string> = { en: "ENG", sv: "SWE", de: "DEU", nl: "NLD" };

/** Judgments are only parsed in English. */
function referenceOf(celex: string, asked: ProseLanguage, title = ""): Reference {
  const language = celex.startsWith("6") ? "en" : asked;
  const label = europeanNamesIn(celex, language)[0] ?? (title === "" ? celex : title.slice(0, 120));
  const english = { key: celex, actId: celexId(celex, "en") };
  if (language === "en") return { source: "eurlex", label, names: [], ...english };
  const key = `${celex}/${language}`;
  return { source: "eurlex", key, label, actId: celexId(celex, language), names: [], instead: english };
}

function readKey(key: string): { celex: string; language: ProseLanguage } {
  const [, celex = key, language] = /^(\w+)\/(sv|de|nl)$/.exec(key) ?? [];
  return { celex, language: (language ?? "en") as ProseLanguage };
}

/** A consolidated text doesn't say which articles are unamended. */
function inForceSince(act: LawAct, day: string | null): LawAct {
  if (day === null || act.version !== null) return { ...act, inForce: day };
  return { ...act, inForce: day, sections: act.sections.map((one) => ({ ...one, inForce: one.inForce ?? day })) };
}

function partsOf(html: string, from: string): string[] {
  return findAll(parseMarkup(html, { xml: false }), ["a"]).flatMap(({ attributes: { href = "" } }) =>
    URL.canParse(href, from) ? [new URL(href, from).href] : [],
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
