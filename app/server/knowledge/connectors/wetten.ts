/*
 * Basiswettenbestand: acts are found by title over SRU; the manifest in the repository names the
 * newest version's file. Folder and file names have a sequence number after the date
 * ("2023-04-01_0"), so they can't be derived from a date.
 */
import { dutchCivilCode, dutchNames, namedIn } from "#core/law/law-names.ts";
import { ShapeChanged } from "../law-act.ts";
import { readAct } from "../read-act.ts";
import { find, findAll, parseMarkup, textIn } from "../markup.ts";
import { SourceProblem, type Connector, type Known, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";
import { beginnings, searchWords } from "./search-words.ts";

const titled = /(?<!\p{L})((?:Wet|Besluit|Regeling|Wetboek)(?:\s+(?:op|van|inzake|betreffende|de|het|tot|voor|en|\p{Ll}+)){1,6})/gu;
const latest = /^([\w-]+)\/xml\/(BWBR\d{7}_[\w-]+\.xml)$/;

export function createWetten(searchBase: string, textBase: string, ask: PoliteFetch): Connector {
  async function search(query: string, signal: AbortSignal): Promise<Reference[]> {
    const parameters = { operation: "searchRetrieve", version: "1.2", "x-connection": "BWB", maximumRecords: "20", query };
    const url = `${searchBase}/sru/Search?${new URLSearchParams(parameters)}`;
    const answer = await mustAnswer(ask({ url, accept: "application/xml", signal, mostBytes: 4_000_000 }));
    const root = parseMarkup(answer.body.toString("utf8").replace(/<(\/?)(?:sru|srw|zs|dcterms|overheidbwb|gzd):/g, "<$1"));
    if (!find(root, "searchRetrieveResponse", "numberOfRecords"))
      throw new ShapeChanged("the search: searchRetrieveResponse/numberOfRecords is missing");
    const found = findAll(root, ["record"]).flatMap((record) => {
      const id = textIn(find(record, "identifier"));
      return /^BWBR\d{7}$/.test(id) ? [referenceOf(id, textIn(find(record, "title")))] : [];
    });
    return [...new Map(found.map((one) => [one.key, one])).values()];
  }

  /** "Wet open overheid bepaalt dat": the title's end is only known once an act matches. */
  async function called(label: string, signal: AbortSignal): Promise<Reference | null> {
    for (const beginning of beginnings(label)) {
      const title = beginning.replace(/["\\]/g, "");
      const found = await search(`overheidbwb.titel all "${title}"`, signal);
      const meant = found.find((one) => one.label.toLowerCase() === title.toLowerCase());
      if (meant !== undefined) return meant;
    }
    return null;
  }

  async function manifest(id: string, since: Known | undefined, signal: AbortSignal) {
    const asking = (name: string) =>
      ask({ url: `${textBase}/bwb/${id}/${name}`, accept: "application/xml", signal, ...(since && { since }) });
    try {
      return await asking("manifest.xml");
    } catch (error) {
      if (!(error instanceof SourceProblem) || error.fault !== "not-there") throw error;
      return asking("_manifest.xml");
    }
  }

  /** Caches the manifest's validators, since it changes with every new version. */
  async function fetchAct(id: string, since: Known | undefined, signal: AbortSignal): Promise<Opened | null> {
    const listed = await manifest(id, since, signal);
    if (listed === null || listed.sha256 === since?.sha256) return null;
    const { place, changesOn } = versionOf(listed.body.toString("utf8"), id);
    const url = `${textBase}/bwb/${id}/${place}`;
    const answer = await mustAnswer(ask({ url, accept: "application/xml", signal }));
    const acts = await readAct("wetten", answer.body.toString("utf8"));
    for (const act of acts) act.changesOn = changesOn;
    return { key: id, acts, provenance: { ...provenanceOf(listed), url } };
  }

  return {
    describe: () => ({
      id: "wetten",
      name: "wetten.overheid.nl",
      jurisdiction: "NL",
      home: "https://wetten.overheid.nl",
      licence: "Vrij van auteursrecht, art. 11 Auteurswet; wetten.overheid.nl",
      needs: null,
    }),
    named(text) {
      const ids = [...text.matchAll(/\bBWBR\d{7}\b/g)].map(([id]) => referenceOf(id));
      const short = namedIn(text, dutchNames).map(({ id, name }) => referenceOf(id, name));
      const civil = /(?<!\p{L})(?:BW|Burgerlijk Wetboek)(?!\p{L})/u.test(text)
        ? [...text.matchAll(/\b(\d{1,2}):\d{1,4}[a-z]?\b/g)].flatMap(([, book = ""]) =>
            dutchCivilCode[book] === undefined ? [] : [referenceOf(dutchCivilCode[book], `Burgerlijk Wetboek Boek ${book}`)],
          )
        : [];
      const byTitle = [...text.matchAll(titled)].map(([, title = ""]): Reference => {
        return { source: "wetten", key: `title:${title}`, label: title, names: beginnings(title), isGuess: true };
      });
      return [...ids, ...short, ...civil, ...(ids.length + short.length + civil.length > 0 ? [] : byTitle)];
    },
    async search(question, signal) {
      const words = searchWords(question, "nl", 3);
      return words.length === 0 ? [] : search(`overheidbwb.titel any "${words.join(" ")}"`, signal);
    },
    async open({ key, label }, signal) {
      let id = key;
      if (key.startsWith("title:")) {
        const meant = await called(label, signal);
        if (meant === null) throw new SourceProblem("not-there", `has no act called “${label}”`);
        id = meant.key;
      }
      const opened = await fetchAct(id, undefined, signal);
      if (opened === null) throw new SourceProblem("changed", "answered 304 to a question without a condition");
      return opened;
    },
    refresh: (known, signal) => fetchAct(known.key, known, signal),
  };
}

/** The version in a manifest that is in force today; the newest may be a future one. */
function versionOf(manifest: string, id: string): { place: string; changesOn: string | null } {
  const work = find(parseMarkup(manifest), "work");
  const place = latest.exec(work?.attributes["_latestItem"] ?? "")?.[0];
  if (work === undefined || place === undefined)
    throw new ShapeChanged(`the manifest of ${id}: work/@_latestItem is missing or of another form`);
  const today = new Date().toISOString().slice(0, 10);
  const all = findAll(work, ["expression"]).flatMap((expression) => {
    const since = textIn(find(expression, "datum_inwerkingtreding"));
    const item = findAll(expression, ["item"]).find(
      ({ attributes: { label = "", _deleted } }) => label.endsWith(".xml") && _deleted !== "true",
    );
    const path = `${expression.attributes["label"] ?? ""}/xml/${item?.attributes["label"] ?? ""}`;
    return latest.test(path) && /^\d{4}-\d{2}-\d{2}$/.test(since) ? [{ since, path }] : [];
  });
  const present = all
    .filter(({ since }) => since <= today)
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .at(-1);
  const coming = all
    .map(({ since }) => since)
    .filter((since) => since > today)
    .toSorted();
  return { place: present?.path ?? place, changesOn: coming[0] ?? null };
}

function referenceOf(id: string, name = ""): Reference {
  return { source: "wetten", key: id, label: name === "" ? id : name, actId: id, names: [] };
}
