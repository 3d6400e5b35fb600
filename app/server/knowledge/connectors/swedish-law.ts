/*
 * Svensk författningssamling from the parliament's open data: a list by words or number, and each
 * act as a JSON document. A single hit is an object instead of a list of one; an act can occur
 * several times.
 */
import { z } from "zod";
import { namedIn, swedishNames } from "#core/law/law-names.ts";
import { ShapeChanged } from "../law-act.ts";
import { readSwedishLaw } from "../forms/swedish-law.ts";
import { SourceProblem, type Connector, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type Answered, type PoliteFetch } from "./polite-fetch.ts";
import { beginnings, searchWords } from "./search-words.ts";

const numbered = /(?<![\d:])((?:1[6-9]|20)\d{2}:\d{1,4})(?![\d:])/g;
const titled = /(?<!\p{L})(lagen|förordningen) (om|med|mot|för) ((?:\p{Ll}+\s?){1,8})/gu;

const row = z.object({ beteckning: z.string(), titel: z.string(), datum: z.string().default("") });
const listSchema = z.object({
  dokumentlista: z.object({ dokument: z.union([z.array(row), row.transform((one) => [one]), z.null()]).default([]) }),
});

export function createSwedishLaw(base: string, ask: PoliteFetch): Connector {
  async function list(words: string, signal: AbortSignal): Promise<Reference[]> {
    const query = new URLSearchParams({
      doktyp: "sfs",
      utformat: "json",
      sok: words,
      sort: "rel",
      sortorder: "desc",
      p: "1",
      sz: "10",
    });
    const answer = await mustAnswer(ask({ url: `${base}/dokumentlista/?${query}`, accept: "application/json", signal }));
    const read = listSchema.safeParse(jsonOf(answer.body.toString("utf8")));
    if (!read.success) throw new ShapeChanged(`the list of acts: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
    const rows = (read.data.dokumentlista.dokument ?? []).filter(({ beteckning }) => /^\d{4}:\d+$/.test(beteckning));
    return [...new Map(rows.map(({ beteckning, titel }) => [beteckning, referenceOf(beteckning, titel)])).values()];
  }

  async function fetchAct(sfs: string, since: Parameters<Connector["refresh"]>[0] | undefined, signal: AbortSignal) {
    const url = `${base}/dokument/sfs-${sfs.replace(":", "-")}.json`;
    const answer = await ask({ url, accept: "application/json", signal, ...(since && { since }) });
    return answer === null || answer.sha256 === since?.sha256 ? null : openedOf(sfs, answer);
  }

  return {
    describe: () => ({
      id: "swedish-law",
      name: "Riksdagen",
      jurisdiction: "SE",
      home: "https://www.riksdagen.se/sv/dokument-och-lagar/",
      licence: "Sveriges riksdag; fritt enligt 9 § upphovsrättslagen",
      needs: null,
    }),
    named(text) {
      const numbers = [...text.matchAll(numbered)].map(([, sfs = ""]) => referenceOf(sfs));
      const short = namedIn(text, swedishNames).map(({ id, name }) => referenceOf(id, name));
      const byTitle = [...text.matchAll(titled)].map(([, kind = "", word = "", about = ""]): Reference => {
        // "lagen om anställningsskydd vid …": the title ends somewhere in what follows.
        const label = `${kind} ${word} ${about.trim()}`;
        return {
          source: "swedish-law",
          key: `title:${label}`,
          label,
          names: beginnings(label.replace(/^(lag|förordning)en/, "$1")),
          isGuess: true,
        };
      });
      return [...numbers, ...short, ...(numbers.length + short.length > 0 ? [] : byTitle)];
    },
    async search(question, signal) {
      const words = searchWords(question, "sv", 3);
      return words.length === 0 ? [] : list(words.join(" "), signal);
    },
    async open({ key, label }, signal) {
      let sfs = key;
      if (key.startsWith("title:")) {
        const found = await list(label.replace(/^(lag|förordning)en/, "$1"), signal);
        const said = key.slice("title:".length).toLowerCase();
        const meant = found.find(({ label: title }) => {
          const called = title
            .replace(/(?<!\s)\s*\([^()]*\)/, "")
            .toLowerCase()
            .replace(/^(lag|förordning)\b/, "$1en");
          return said === called || said.startsWith(`${called} `);
        });
        if (meant === undefined) throw new SourceProblem("not-there", `has no act called “${label}”`);
        sfs = meant.key;
      }
      const opened = await fetchAct(sfs, undefined, signal);
      if (opened === null) throw new SourceProblem("changed", "answered 304 to a question without a condition");
      return opened;
    },
    refresh: (known, signal) => fetchAct(known.key, known, signal),
  };
}

function referenceOf(sfs: string, title = ""): Reference {
  const label = title === "" || /^\p{L}+$/u.test(title) ? `SFS ${sfs}` : title;
  return { source: "swedish-law", key: sfs, label, actId: `SFS ${sfs}`, names: [] };
}

function openedOf(key: string, answer: Answered): Opened {
  const text = answer.body.toString("utf8");
  jsonOf(text);
  const acts = readSwedishLaw(text);
  if (acts.length === 0) throw new SourceProblem("not-there", `says that SFS ${key} has been repealed`);
  return { key, acts, provenance: provenanceOf(answer) };
}

/** An error page is HTML with status 200. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ShapeChanged("the answer is not JSON");
  }
}
