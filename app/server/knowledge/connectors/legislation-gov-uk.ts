/*
 * legislation.gov.uk: acts as CLML. Title and year are looked up by the title search, which
 * returns an Atom feed; an ambiguous act is answered with 300 and a choice.
 */
import { ShapeChanged } from "../law-act.ts";
import { readAct } from "../read-act.ts";
import { find, findAll, parseMarkup, textIn } from "../markup.ts";
import { SourceProblem, type Connector, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type Answered, type PoliteFetch } from "./polite-fetch.ts";
import { searchWords } from "./search-words.ts";

const titled =
  /((?:(?<![\p{L}'’()-])\p{Lu}[\p{L}'’()-]*|\d{4})(?:,?\s+(?:\p{Lu}[\p{L}'’()-]*|\([\p{L}\s,]{1,80}\)|and|of|the|for|to|in|etc\.?|by|with|on|&)){0,20}\s+(?:Act|Regulations|Order|Rules))\s+(\d{4})/gu;
const addressed = /\b(ukpga|uksi|asp|anaw|asc|nia|ssi|wsi)\/(\d{4})\/(\d+)\b/g;

export function createLegislationGovUk(base: string, ask: PoliteFetch): Connector {
  const name = "legislation.gov.uk";

  async function feed(query: Record<string, string>, signal: AbortSignal): Promise<Reference[]> {
    const url = `${base}/search/data.feed?${new URLSearchParams({ "results-count": "10", ...query })}`;
    const answer = await mustAnswer(ask({ url, accept: "application/atom+xml", signal, mostBytes: 4_000_000 }));
    const root = find(parseMarkup(answer.body.toString("utf8")), "feed");
    if (!root) throw new ShapeChanged("the search answers no Atom feed: feed is missing");
    return findAll(root, ["entry"]).flatMap((entry) => {
      const id = /\/id\/([a-z]+(?:\/[^/]+){2,3})$/.exec(textIn(find(entry, "id")))?.[1];
      const title = textIn(find(entry, "title"));
      return id === undefined || title === "" ? [] : [referenceOf(id, title)];
    });
  }

  return {
    describe: () => ({
      id: name,
      name,
      jurisdiction: "GB",
      home: "https://www.legislation.gov.uk",
      licence: "Open Government Licence v3.0",
      needs: null,
    }),
    named(text) {
      const byAddress = [...text.matchAll(addressed)].map(([id]) => referenceOf(id, id));
      const byTitle = [...text.matchAll(titled)].map(([, title = "", year = ""]): Reference => {
        const called = `${title.replace(/^(?:The|Under|In|What|Does|Which|How|Section|See|And|Is)\s+(?:(?:the|of)\s+)*/u, "").replace(/\s+/g, " ")} ${year}`;
        return { source: name, key: `title:${called}`, label: called, names: [called, `The ${called}`] };
      });
      return [...byAddress, ...byTitle];
    },
    async search(question, signal) {
      const words = searchWords(question, "en");
      return words.length === 0 ? [] : feed({ type: "ukpga uksi", text: words.join(" ") }, signal);
    },
    async open({ key, label }, signal) {
      if (!key.startsWith("title:")) return open(base, ask, key, signal);
      const [, title = "", year = ""] = /^title:(.*) (\d{4})$/.exec(key) ?? [];
      const found = await feed({ title, "start-year": year, "end-year": year }, signal);
      const plain = (text: string) => text.toLowerCase().replace(/^the /, "");
      const meant = found.find((one) => plain(one.label) === plain(label)) ?? found.find((one) => one.label.includes(title));
      if (meant === undefined) throw new SourceProblem("not-there", `has no “${label}”`);
      return open(base, ask, meant.key, signal);
    },
    refresh: (known, signal) => reopen(base, ask, known, signal),
  };
}

function referenceOf(id: string, title: string): Reference {
  return { source: "legislation.gov.uk", key: id, label: title, actId: id, names: title === id ? [] : [title] };
}

async function open(base: string, ask: PoliteFetch, key: string, signal: AbortSignal): Promise<Opened> {
  return openedOf(key, await mustAnswer(ask({ url: address(base, key), accept: "application/xml", signal })));
}

async function reopen(base: string, ask: PoliteFetch, known: Parameters<Connector["refresh"]>[0], signal: AbortSignal) {
  const answer = await ask({ url: address(base, known.key), accept: "application/xml", since: known, signal });
  return answer === null || answer.sha256 === known.sha256 ? null : openedOf(known.key, answer);
}

function address(base: string, key: string): string {
  return `${base}/${key.split("/").map(encodeURIComponent).join("/")}/data.xml`;
}

async function openedOf(key: string, answer: Answered): Promise<Opened> {
  const text = answer.body.toString("utf8");
  if (answer.status === 300) throw new SourceProblem("not-there", `has more than one document under ${key}: ${choicesOf(text)}`);
  return { key, acts: await readAct("legislation.gov.uk", text), provenance: provenanceOf(answer) };
}

function choicesOf(html: string): string {
  const links = findAll(parseMarkup(html, { xml: false }), ["a"]);
  return links
    .map((link) => link.attributes.href ?? "")
    .filter((href) => href !== "")
    .slice(0, 5)
    .join(", ");
}
