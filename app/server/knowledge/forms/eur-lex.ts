/*
 * EUR-Lex and Cellar, XHTML: articles of the Official Journal (classes that
 * begin with "oj-") and of consolidated texts, with chapters as they come by.
 */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { elementsIn, find, parseMarkup, textIn, type Element } from "../markup.ts";

const celexForm = /\b([0-9]\d{4}[A-Z]{1,2}\d{4}(?:-\d{8})?)\b/;

/** What acts are called; the official title is a sentence. */
const knownNames: Record<string, string[]> = {
  "32016R0679": ["GDPR", "DSGVO", "AVG", "dataskyddsförordningen", "General Data Protection Regulation"],
  "32024R1689": ["AI Act", "KI-Verordnung", "AI-förordningen", "Artificial Intelligence Act"],
};

export function readEurLex(text: string, fileName: string): LawAct[] {
  const root = parseMarkup(text, { xml: false });
  const celex = celexForm.exec(fileName)?.[1] ?? celexForm.exec(text.slice(0, 4_000))?.[1];
  if (celex === undefined) throw new ShapeChanged("no CELEX number in the file's name or its beginning");
  const home = `https://eur-lex.europa.eu/eli-by-celex/${celex}`;
  const walker = new Articles(celex);
  walker.walk(find(root, "body") ?? root);
  if (walker.sections.length === 0) throw new ShapeChanged("no article was found: neither eli-subdivision nor title-article-norm");
  const base = celex.replace(/^0/, "3").replace(/-\d{8}$/, "");
  const consolidated = /-(\d{4})(\d{2})(\d{2})$/.exec(celex);
  return [
    {
      id: `CELEX ${celex}`,
      source: "eurlex",
      jurisdiction: "EU",
      title: walker.title || knownNames[base]?.[0] || celex,
      shortNames: [celex, base, numberOf(base), ...(knownNames[base] ?? [])].filter((name) => name !== ""),
      version: consolidated ? `${consolidated[1]}-${consolidated[2]}-${consolidated[3]}` : null,
      inForce: null,
      url: home.replace("eli-by-celex/", `legal-content/EN/TXT/?uri=CELEX:`),
      licence: "© European Union, eur-lex.europa.eu; reuse under Decision 2011/833/EU",
      sections: walker.sections.filter(({ text }) => text !== ""),
    },
  ];
}

/** 32016R0679 is cited as 2016/679, and by its directives' form too. */
function numberOf(celex: string): string {
  const match = /^\d(\d{4})[A-Z]+(\d{4})$/.exec(celex);
  return match ? `${match[1]}/${Number(match[2])}` : "";
}

class Articles {
  title = "";
  sections: LawSection[] = [];
  #celex: string;
  #path: string[] = [];
  #open: LawSection | null = null;

  constructor(celex: string) {
    this.#celex = celex;
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
      ref: `CELEX ${this.#celex}:art_${number}`,
      number,
      label: label.replace(/\u00a0/g, " "),
      heading: "",
      path: [...this.#path],
      text: "",
      url: `https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:${this.#celex}#art_${number}`,
      inForce: null,
    };
    const known = this.sections.findIndex(({ ref }) => ref === this.#open!.ref);
    if (known < 0) this.sections.push(this.#open);
    else this.#open = null;
  }

  /** Points are set as tables of two columns: "(a)" and its text. */
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
