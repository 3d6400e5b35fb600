/*
 * EUR-Lex and Cellar XHTML: articles of the Official Journal (classes starting with "oj-") and of
 * consolidated texts, with their chapters. The file name gives the language,
 * "32016R0679.de.xhtml", unless English.
 */
import { celexId, europeanNames, europeanNamesIn } from "#core/law/law-names.ts";
import { proseLanguages } from "#core/text/sentences.ts";
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { readEuropeanJudgment } from "./european-judgment.ts";
import { elementsIn, find, parseMarkup, textIn, type Element } from "../markup.ts";

const celexForm = /\b([0-9]\d{4}[A-Z]{1,2}\d{4}(?:-\d{8})?)\b/;

export function readEurLex(text: string, fileName: string): LawAct[] {
  const root = parseMarkup(text, { xml: false });
  const celex = celexForm.exec(fileName)?.[1] ?? celexForm.exec(text.slice(0, 4_000))?.[1];
  if (celex === undefined) throw new ShapeChanged("no CELEX number in the file's name or its beginning");
  if (/^6\d{4}[CTF][JO]/.test(celex)) return [readEuropeanJudgment(text, celex)];
  // A consolidated text is a version of the act it consolidates, not a separate act.
  const base = celex.replace(/^0/, "3").replace(/-\d{8}$/, "");
  const language = proseLanguages.find((one) => fileName.toLowerCase().includes(`.${one}.`)) ?? "en";
  const id = celexId(base, language);
  const page = `https://eur-lex.europa.eu/legal-content/${language.toUpperCase()}/TXT/?uri=CELEX:${celex}`;
  const walker = new Articles(id, page);
  walker.walk(find(root, "body") ?? root);
  if (walker.sections.length === 0) throw new ShapeChanged("no article was found: neither eli-subdivision nor title-article-norm");
  const consolidated = /-(\d{4})(\d{2})(\d{2})$/.exec(celex);
  return [
    {
      id,
      source: "eurlex",
      jurisdiction: "EU",
      title: walker.title || europeanNames[base]?.[0] || celex,
      shortNames: [...new Set([base, celex, ...numbersOf(base), ...europeanNamesIn(base, language)])],
      version: consolidated ? `${consolidated[1]}-${consolidated[2]}-${consolidated[3]}` : null,
      inForce: null,
      url: page,
      ...(consolidated && { note: "Consolidated for information; only the Official Journal has legal effect" }),
      licence: "© European Union, eur-lex.europa.eu; reuse under Decision 2011/833/EU",
      sections: walker.sections.filter(({ text }) => text !== ""),
    },
  ];
}

/** 32016R0679 is cited as 2016/679; before 2015, regulations as 44/2001 and directives of the last century as 95/46. */
function numbersOf(celex: string): string[] {
  const match = /^\d(\d{4})([A-Z]+)(\d{4})$/.exec(celex);
  if (match === null) return [];
  const [, year = "", kind, padded] = match;
  const number = Number(padded);
  const numbers = [`${year}/${number}`];
  if (Number(year) < 2015 && kind === "R") numbers.push(`${number}/${year}`);
  if (Number(year) < 2000) numbers.push(kind === "R" ? `${number}/${year.slice(2)}` : `${year.slice(2)}/${number}`);
  return numbers;
}

class Articles {
  title = "";
  sections: LawSection[] = [];
  #act: string;
  #page: string;
  #path: string[] = [];
  #open: LawSection | null = null;

  constructor(act: string, page: string) {
    this.#act = act;
    this.#page = page;
  }

  walk(element: Element): void {
    for (const one of elementsIn(element)) {
      const kind = one.attributes.class ?? "";
      const text = () => textIn(one);
      if (/^(?:oj-doc-ti|doc-ti|title-doc-first|title-doc-last)\b/.test(kind) && this.sections.length === 0) {
        if (this.title.length < 300) this.title = `${this.title} ${text()}`.trim();
      } else if (/^(?:oj-)?ti-art\b|^title-article-norm\b/.test(kind)) this.#begin(text());
      else if (/^(?:oj-)?sti-art\b|^stitle-article-norm\b/.test(kind)) {
        if (this.#open) this.#open.heading = text();
      } else if (/^(?:oj-)?ti-section-1\b|^title-division-1\b|^title-chapter/.test(kind)) {
        this.#path = /^(?:section|abschnitt|avsnitt|afdeling)/i.test(text()) ? [...this.#path.slice(0, 1), text()] : [text()];
        this.#open = null;
      } else if (/^(?:oj-)?ti-section-2\b|^title-division-2\b/.test(kind)) {
        const last = this.#path.pop();
        this.#path.push(last === undefined ? text() : `${last}: ${text()}`);
      } else if (/^(?:oj-)?(?:doc-end|final|signatory|note|ti-annexe|doc-sep)\b|^(?:title-annex|footnote)/.test(kind))
        this.#open = null;
      else if (one.name === "table") this.#table(one);
      else if (one.name === "p" || /^(?:norm|list)\b/.test(kind)) {
        if (elementsIn(one).some((inner) => /^(?:div|table|p)$/.test(inner.name))) this.walk(one);
        else this.#say(text());
      } else this.walk(one);
    }
  }

  #begin(label: string): void {
    const number = /(\d+[a-z]?)/.exec(label)?.[1];
    if (number === undefined) return;
    this.#open = {
      ref: `${this.#act}:art_${number}`,
      number,
      label: label.replace(/\u00a0/g, " "),
      heading: "",
      path: [...this.#path],
      text: "",
      url: `${this.#page}#art_${number}`,
      inForce: null,
    };
    const known = this.sections.findIndex(({ ref }) => ref === this.#open!.ref);
    if (known < 0) this.sections.push(this.#open);
    else this.#open = null;
  }

  /** Points are laid out as tables with two columns: "(a)" and its text. */
  #table(table: Element): void {
    for (const row of rowsOf(table)) {
      const cells = elementsIn(row).filter(({ name }) => name === "td" || name === "th");
      const inner = cells.at(-1);
      if (cells.length === 2 && inner && elementsIn(inner).some(({ name }) => name === "table")) {
        this.#say(`${textIn(cells[0]!)} ${textIn(elementsIn(inner).find(({ name }) => name === "p"))}`, "\n");
        for (const nested of elementsIn(inner)) if (nested.name === "table") this.#table(nested);
      } else this.#say(cells.map(textIn).join(" "), "\n");
    }
  }

  #say(text: string, before = "\n\n"): void {
    if (this.#open === null || text === "") return;
    this.#open.text += `${this.#open.text === "" ? "" : before}${text}`;
  }
}

function rowsOf(table: Element): Element[] {
  return elementsIn(table).flatMap((one) =>
    one.name === "tr" ? [one] : /^t(?:body|head|foot)$/.test(one.name) ? rowsOf(one) : [],
  );
}
