/*
 * Counts what a page of HTML says, from the events of its markup. Digits aren't counted: programs write the numbers of
 * lists, clauses and notes into the text, where a draft has none.
 */
import { Parser } from "htmlparser2";
import { Tally, type Counts } from "#core/losses/counts.ts";
import { safeHref } from "#core/text/safe-href.ts";

const silent = new Set(
  "script style template noscript svg math head iframe object embed canvas audio video select textarea button dialog title".split(
    " ",
  ),
);
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const blocks = new Set("p div li td th h1 h2 h3 h4 h5 h6 blockquote pre figcaption caption dt dd".split(" "));
/** Heads of tables are bold by themselves. */
const isBold = /^(?:b|strong)$/;
const looks = new Set("b strong i em s del strike sup sub mark code tt kbd samp pre".split(" "));

/** Signs of notes and comments, and the way back to them. */
const noteSign = /^#(?:cmnt|_msocom|_(?:ftn|edn)|ftnt|sd(?:foot|end)note)|^#\S*(?:ref|anc)[\d_]*$/i;

type Attributes = Record<string, string>;
/** Page headers, comments, deletions, and the numbers that word processors write. */
function isAside(name: string, { style = "", id = "", title = "", href = "", ...rest }: Attributes): boolean {
  if (silent.has(name)) return true;
  if (/mso-(?:list:\s*ignore|element:\s*(?:comment|header|footer))/i.test(style)) return true;
  if (name === "div" && (title === "header" || title === "footer")) return true;
  if (name === "a" && (/^cmnt\d/.test(id) || noteSign.test(href))) return true;
  return name === "del" && ("datetime" in rest || (rest["cite"] ?? "").startsWith("mailto:"));
}

type Open = {
  name: string;
  isAside: boolean;
  link: string | null;
  isFormatted: boolean;
  isUnderlined: boolean;
  /** A picture of Stet's own, by its address: what is in it but the caption only describes it. */
  isPicture: boolean;
};
const outside: Open = { name: "", isAside: false, link: null, isFormatted: false, isUnderlined: false, isPicture: false };
/** How Word sets the gap between a number that it wrote and the words. */
const isGap = (style: string | undefined) => /\b7(?:\.0)?pt/.test(style ?? "");
const longestNumber = 12;

/** `isWritten`: by Stet. Whatever is marked in it is formatting, also in links and heads of tables. */
export function countHtml(source: string, { isWritten = false } = {}): Counts {
  const page = new Page(isWritten);
  const parser = new Parser(page, { decodeEntities: true, lowerCaseTags: true });
  parser.write(source);
  parser.end();
  return page.tally.counts;
}

class Page {
  readonly tally = new Tally();
  #open: Open[] = [];
  /** The first words of a block, which may be its number. Null once they aren't. */
  #lead: { text: string; link: string | null; isFormatted: boolean }[] | null = null;
  #isLabel = false;
  #isWritten: boolean;

  constructor(isWritten: boolean) {
    this.#isWritten = isWritten;
  }

  onopentag(name: string, attributes: Attributes): void {
    const outer = this.#open.at(-1) ?? outside;
    const { style, id = "" } = attributes;
    const isGoogleComment = name === "a" && /^cmnt\d/.test(id);
    if (isGoogleComment || /mso-element:\s*comment(?!-list)/i.test(style ?? "")) this.tally.add("comments");
    // Its words stand behind the anchor, in a block of their own.
    if (isGoogleComment)
      for (const one of this.#open.slice(this.#open.findLastIndex((each) => each.name === "div"))) one.isAside = true;
    if (blocks.has(name)) this.#beginBlock();
    if (isGap(style) && this.#lead !== null) this.#endNumber();
    if (name === "img" && !outer.isAside) this.tally.add("pictures");
    if (empty.has(name)) return;
    const href = name === "a" && !("data-ref" in attributes) ? (attributes["href"] ?? "") : "";
    this.#open.push({
      name,
      isAside: outer.isAside || isGoogleComment || (outer.isPicture && name !== "figcaption") || isAside(name, attributes),
      isPicture: name === "figure" && "data-image" in attributes,
      link: href === "" || href.startsWith("#") ? outer.link : safeHref(href),
      // Links are underlined by themselves.
      isUnderlined: outer.isUnderlined || name === "u",
      isFormatted: outer.isFormatted || this.#isLook(name, attributes),
    });
    this.#isLabel = "data-clause" in attributes;
  }

  #isLook(name: string, attributes: Attributes): boolean {
    if (this.#isWritten) return looks.has(name) || "data-caps" in attributes;
    return looks.has(name) && !(isBold.test(name) && this.#isIn(/^(?:th|thead)$/));
  }

  onclosetag(name: string): void {
    if (blocks.has(name)) this.#flush();
    if (this.#open.some((one) => one.name === name)) while (this.#open.pop()?.name !== name);
  }

  ontext(given: string): void {
    const { isAside: isLeft, link, ...looked } = this.#open.at(-1) ?? outside;
    const isFormatted = looked.isFormatted || (looked.isUnderlined && (this.#isWritten || !this.#isIn(/^a$/)));
    const text = given.replaceAll(/\p{N}/gu, "");
    if (isLeft || this.#isLabel) this.#isLabel = false;
    else if (this.#lead === null) this.tally.write(text, { link, isFormatted });
    else {
      this.#lead.push({ text, link, isFormatted });
      if (this.#leadText.length > longestNumber) this.#flush();
    }
  }

  onend(): void {
    this.#flush();
  }

  #isIn(names: RegExp): boolean {
    return this.#open.some(({ name }) => names.test(name));
  }

  get #leadText(): string {
    return (this.#lead ?? [])
      .map(({ text }) => text)
      .join("")
      .trim();
  }

  #beginBlock(): void {
    this.#flush();
    this.tally.endBlock();
    this.#lead = [];
  }

  #endNumber(): void {
    if (/\s/.test(this.#leadText)) this.#flush();
    this.#lead = null;
  }

  #flush(): void {
    for (const { text, ...said } of this.#lead ?? []) this.tally.write(text, said);
    this.#lead = null;
  }
}
