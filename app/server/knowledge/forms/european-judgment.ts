/*
 * Judgments of the Court of Justice and the General Court, XHTML: numbered paragraphs. The number
 * has its own cell or paragraph ("count", with the id point25) or starts the paragraph; in that
 * case only the expected next number counts, as judgments quote numbered texts.
 */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { elementsIn, find, parseMarkup, textIn, type Element } from "../markup.ts";

type Block = { mark: number | null; text: string; isHeading: boolean };

const courts: Record<string, string> = { CJ: "C", TJ: "T", FJ: "F" };
const months = "january february march april may june july august september october november december".split(" ");

export function readEuropeanJudgment(text: string, celex: string): LawAct {
  const root = parseMarkup(text, { xml: false });
  const blocks = blocksOf(find(root, "body") ?? root);
  const home = `https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:${celex}`;
  const sections = paragraphsOf(blocks, celex, home);
  if (sections.length === 0) throw new ShapeChanged("no numbered paragraph was found in the judgment");
  const head = blocks.slice(0, 12).map((block) => block.text);
  const date = head.map(dayIn).find((day) => day !== null) ?? null;
  const cited = caseNumber(celex);
  const kind = head.find((line) => /^(?:judgment|order|opinion|urteil|dom)\b/i.test(line)) ?? "Judgment";
  const ecli = /ECLI:EU:[CTF]:\d{4}:\d+/.exec(text)?.[0];
  return {
    id: `CELEX ${celex}`,
    source: "eurlex",
    jurisdiction: "EU",
    title: [kind.slice(0, 120), date ?? "", cited === "" ? celex : `Case ${cited}`].filter((part) => part !== "").join(", "),
    shortNames: [celex, cited, ecli ?? ""].filter((name) => name !== ""),
    version: date,
    inForce: null,
    url: home,
    licence: "© European Union, eur-lex.europa.eu; reuse under Decision 2011/833/EU",
    sections,
  };
}

/** 62012CJ0131 is cited as C-131/12. */
function caseNumber(celex: string): string {
  const match = /^6(\d{4})(CJ|TJ|FJ)(\d{4})$/.exec(celex);
  return match ? `${courts[match[2]!]}-${Number(match[3])}/${match[1]!.slice(2)}` : "";
}

function dayIn(line: string): string | null {
  const match = /^\(?(\d{1,2}) (\p{L}+) (\d{4})\b/u.exec(line);
  const month = match ? months.indexOf(match[2]!.toLowerCase()) + 1 : 0;
  return match && month > 0 ? `${match[3]}-${String(month).padStart(2, "0")}-${match[1]!.padStart(2, "0")}` : null;
}

function blocksOf(element: Element): Block[] {
  const blocks: Block[] = [];
  let held: number | null = null;
  const add = (text: string, kind: string) => {
    if (text === "") return;
    blocks.push({ mark: held, text, isHeading: /title|titre|ti-|sous/i.test(kind) });
    held = null;
  };
  const walk = (parent: Element) => {
    for (const one of elementsIn(parent)) {
      const kind = one.attributes.class ?? "";
      const text = textIn(one);
      const isCount = /count/.test(kind) || /^point\d+$/.test(one.attributes.id ?? "");
      if (isCount && /^\d{1,4}$/.test(text)) held = Number(text);
      else if (one.name === "p" || /^h[1-6]$/.test(one.name)) add(text, kind);
      else if (one.name === "td" && !elementsIn(one).some(({ name }) => /^(?:p|table|div)$/.test(name))) add(text, kind);
      else walk(one);
    }
  };
  walk(element);
  return blocks;
}

function paragraphsOf(blocks: readonly Block[], celex: string, home: string): LawSection[] {
  const sections: LawSection[] = [];
  const isMarked = blocks.some(({ mark }) => mark !== null);
  let heading = "";
  let last = 0;
  const begin = (number: string, label: string, text: string) =>
    sections.push({
      ref: `CELEX ${celex}:${number}`,
      number,
      label,
      heading: "",
      path: heading === "" ? [] : [heading],
      text,
      url: /^\d/.test(number) ? `${home}#point${number}` : home,
      inForce: null,
    });
  for (const { mark, text, isHeading } of blocks) {
    const written = isMarked ? null : /^(\d{1,4})\s+(?=\S)/.exec(text);
    const number = mark ?? (written && Number(written[1]) === last + 1 ? last + 1 : null);
    if (number !== null && number > last) {
      last = number;
      begin(String(number), `paragraph ${number}`, mark === null ? text.slice(written![0].length) : text);
    } else if (last > 0 && /^on those grounds\b/i.test(text)) begin("operative", "operative part", text);
    else if (isHeading && text.length < 200) heading = text;
    else if (sections.length > 0) sections.at(-1)!.text += `\n\n${text}`;
  }
  return sections;
}
