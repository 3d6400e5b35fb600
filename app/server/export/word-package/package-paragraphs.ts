/*
 * A Word part's paragraphs with the place of every run and character in its XML. Paragraphs are numbered and characters
 * taken as in files/readers/word-blocks.ts, which read the same part for the draft.
 */
import { OpenFields } from "../../files/readers/open-fields.ts";
import { attributeIn, charactersIn, scanXml, type Tag, type XmlText } from "../../files/readers/xml-scan.ts";

/** An element around runs that says who inserted or deleted them. */
export type Wrapper = { kind: "ins" | "del"; open: Tag; close: Tag | null };

/** A character, or the mark of a note. */
export type Atom = {
  text: string;
  isNote: boolean;
  run: Run;
  /** The innermost. */
  change: Wrapper | null;
  /** Inserted by one and deleted by another: neither before nor after. */
  isNever: boolean;
  /** The field whose result it is in. */
  field: Field | null;
};

export type Field = { number: number };

/** An element of a run: text with its characters, one other character, or anything else. */
export type Item = { from: number; to: number; isText: boolean; atoms: Atom[]; field: Field | null };

export type Run = {
  open: Tag;
  to: number;
  /** Outermost first. */
  wrappers: Wrapper[];
  properties: { from: number; to: number } | null;
  items: Item[];
  /** The hyperlink around it. */
  link: Tag | null;
  /** The innermost control within the paragraph whose words Word takes from custom XML when it opens the file. */
  bound: Place | null;
  /** In a content control within the paragraph. */
  isControlled: boolean;
};

export type Paragraph = {
  open: Tag;
  /** Behind its properties. */
  contentFrom: number;
  properties: { from: number; to: number } | null;
  to: number;
  runs: Run[];
  atoms: Atom[];
  wrappers: Wrapper[];
  /** Tables around it, outermost first. */
  cells: Cell[];
  /** It contains a text box. */
  hasInner: boolean;
  isInner: boolean;
  /** Whether its break was inserted or deleted. */
  revisedBreak: Wrapper["kind"] | null;
  hasSection: boolean;
  /** Its pictures and the like. */
  drawings: Drawing[];
  /** What in it ends a page: no characters. */
  pageBreaks: Place[];
  /** The controls around it that are bound to custom XML, outermost first. */
  bound: Place[];
  /** Text outside its runs, or runs within runs: it is kept, but can't be changed. */
  isStrange: boolean;
};

/** `number`: in the order in which they begin, among all of the part. */
export type Drawing = { number: number; from: number; to: number; run: Run };

export type Cell = { table: Place; row: Place; cell: Place };
export type Place = { from: number; to: number };

const changeKinds: Record<string, Wrapper["kind"]> = { ins: "ins", moveTo: "ins", del: "del", moveFrom: "del" };
const breaks: Record<string, string> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "\u2011" };

export function paragraphsOf(xml: string): Paragraph[] {
  const reader = new PartReader(xml);
  for (const token of scanXml(xml)) reader.take(token);
  return reader.paragraphs;
}

class PartReader {
  readonly paragraphs: Paragraph[] = [];
  #xml: string;
  #open: Paragraph[] = [];
  #runs: Run[] = [];
  /** The element that is open in each open run. */
  #items: ({ item: Item; depth: number } | null)[] = [];
  #wrappers: Wrapper[] = [];
  #links: Tag[] = [];
  #tables: Place[] = [];
  #rows: Place[] = [];
  #cells: Cell[] = [];
  readonly #fields = new OpenFields<Field>();
  #controls: { place: Place; isBound: boolean; isInline: boolean }[] = [];
  #fallback = 0;
  #old = 0;
  #properties = 0;
  #rowProperties = false;
  #takesText = false;
  #depth = 0;
  #drawn = 0;
  #drawings: Drawing[] = [];

  constructor(xml: string) {
    this.#xml = xml;
  }

  take(token: Tag | XmlText): void {
    if (token.kind === "text") return this.#text(token);
    if (token.kind !== "close") {
      this.#depth++;
      this.#begin(token);
    }
    if (token.kind !== "open") {
      this.#end(token);
      this.#depth--;
    }
  }

  #begin(tag: Tag): void {
    const { name, prefix } = tag;
    const run = this.#runs.at(-1);
    if (run !== undefined && this.#items.at(-1) === null && this.#properties === 0) this.#beginItem(run, tag);
    if (name === "Fallback") this.#fallback++;
    else if (name.endsWith("PrChange")) this.#old++;
    if (name === "sdt") this.#controls.push({ place: { from: tag.from, to: -1 }, isBound: false, isInline: this.#open.length > 0 });
    else if (name === "dataBinding" && this.#controls.length > 0) this.#controls.at(-1)!.isBound = true;
    if (this.#fallback > 0 || this.#old > 0) return;
    const paragraph = this.#open.at(-1);
    if (name === "pPr") {
      this.#properties++;
      if (paragraph && paragraph.properties === null) paragraph.properties = { from: tag.from, to: tag.to };
    } else if (this.#properties > 0) {
      if (paragraph && name in changeKinds) paragraph.revisedBreak = changeKinds[name]!;
      if (paragraph && name === "sectPr") paragraph.hasSection = true;
    } else if (!this.#beginTable(tag)) this.#beginText(tag, prefix);
  }

  #beginTable({ name, from }: Tag): boolean {
    if (name === "tbl") this.#tables.push({ from, to: -1 });
    else if (name === "tr") this.#rows.push({ from, to: -1 });
    else if (name === "tc" && this.#rows.length > 0)
      this.#cells.push({ table: this.#tables.at(-1)!, row: this.#rows.at(-1)!, cell: { from, to: -1 } });
    else if (name === "trPr") this.#rowProperties = true;
    else return this.#rowProperties && (name === "ins" || name === "del");
    return true;
  }

  #beginText(tag: Tag, prefix: string): void {
    const { name } = tag;
    const paragraph = this.#open.at(-1);
    if (name in changeKinds && prefix === "w") {
      const wrapper: Wrapper = { kind: changeKinds[name]!, open: tag, close: null };
      this.#wrappers.push(wrapper);
      paragraph?.wrappers.push(wrapper);
    } else if (name === "p" && prefix === "w") this.#beginParagraph(tag);
    else if (name === "r" && prefix === "w") this.#beginRun(tag);
    else if (name === "hyperlink") this.#links.push(tag);
    else if (name === "drawing" || name === "pict") this.#beginDrawing(tag);
    else if (name === "fldSimple") this.#fields.begin({ number: tag.from }, "result");
    else if (name === "fldChar") this.#turnField(tag);
    else if (name === "t" || name === "delText") this.#takesText = prefix === "w";
    else if (name === "br" && attributeIn(this.#xml, tag, "type") === "page") this.#breakPage(tag);
    else if (Object.hasOwn(breaks, name)) this.#put(breaks[name]!, false);
    else if (name === "footnoteReference" || name === "endnoteReference") this.#put("\u0002", true);
  }

  #beginDrawing({ from, to, kind }: Tag): void {
    const run = this.#runs.at(-1);
    const made: Drawing = { number: this.#drawn++, from, to, run: run! };
    if (kind === "open") this.#drawings.push(made);
    if (run !== undefined) this.#open.at(-1)?.drawings.push(made);
  }

  #breakPage({ kind, from, to }: Tag): void {
    const paragraph = this.#open.at(-1);
    if (kind === "empty") paragraph?.pageBreaks.push({ from, to });
    else if (paragraph) paragraph.isStrange = true;
  }

  #turnField(tag: Tag): void {
    const turn = attributeIn(this.#xml, tag, "fldCharType");
    if (turn === "begin") this.#fields.begin({ number: tag.from });
    else if (turn === "separate") this.#fields.separate();
    const open = this.#items.at(-1);
    if (open) open.item.field = this.#field ?? open.item.field;
    if (turn === "end") this.#fields.end();
  }

  /** What the place belongs to: a field in another's instruction goes with that. */
  get #field(): Field | undefined {
    return this.#fields.around ?? this.#fields.last;
  }

  #beginParagraph(open: Tag): void {
    const outer = this.#open.at(-1);
    if (outer) outer.hasInner = true;
    const made: Paragraph = {
      open,
      contentFrom: open.to,
      properties: null,
      to: -1,
      runs: [],
      atoms: [],
      wrappers: [],
      cells: [...this.#cells],
      hasInner: false,
      isInner: outer !== undefined,
      revisedBreak: null,
      hasSection: false,
      pageBreaks: [],
      drawings: [],
      bound: this.#controls.filter(({ isBound }) => isBound).map(({ place }) => place),
      isStrange: false,
    };
    this.paragraphs.push(made);
    this.#open.push(made);
  }

  #beginRun(open: Tag): void {
    const bound = this.#controls.findLast((one) => one.isBound && one.isInline)?.place ?? null;
    const [wrappers, link] = [[...this.#wrappers], this.#links.at(-1) ?? null];
    const isControlled = this.#controls.some(({ isInline }) => isInline);
    const run: Run = { open, to: -1, wrappers, properties: null, items: [], link, bound, isControlled };
    this.#runs.push(run);
    this.#items.push(null);
    this.#open.at(-1)?.runs.push(run);
  }

  #beginItem(run: Run, tag: Tag): void {
    const isText = tag.prefix === "w" && (tag.name === "t" || tag.name === "delText");
    const item: Item = { from: tag.from, to: -1, isText, atoms: [], field: this.#field ?? null };
    if (tag.name === "rPr" && run.properties === null) run.properties = item;
    else run.items.push(item);
    this.#items[this.#items.length - 1] = { item, depth: this.#depth };
  }

  #end(tag: Tag): void {
    const { name } = tag;
    if (name === "Fallback") this.#fallback--;
    else if (name.endsWith("PrChange")) this.#old--;
    else if (name === "sdt") this.#close(this.#controls.pop()?.place, tag.to);
    if (this.#fallback === 0 && this.#old === 0) this.#endElement(tag);
    const open = this.#items.at(-1);
    if (open?.depth !== this.#depth) return;
    open.item.to = tag.to;
    this.#items[this.#items.length - 1] = null;
  }

  #endElement(tag: Tag): void {
    const { name, prefix, to } = tag;
    const paragraph = this.#open.at(-1);
    if (name === "pPr") {
      this.#properties--;
      if (paragraph?.properties && this.#properties === 0) {
        paragraph.properties.to = to;
        paragraph.contentFrom = to;
      }
      return;
    }
    if (this.#properties > 0) return;
    if (name in changeKinds && prefix === "w" && !this.#rowProperties) {
      const wrapper = this.#wrappers.pop();
      if (wrapper && tag !== wrapper.open) wrapper.close = tag;
    } else if (name === "t" || name === "delText") this.#takesText = false;
    else if (name === "fldSimple") this.#fields.end();
    else if (name === "hyperlink") this.#links.pop();
    else if ((name === "drawing" || name === "pict") && tag.kind === "close") this.#close(this.#drawings.pop(), to);
    else if (name === "p" && prefix === "w") this.#endParagraph(to);
    else if (name === "r" && prefix === "w") this.#endRun(to);
    else if (name === "trPr") this.#rowProperties = false;
    else if (name === "tc") this.#close(this.#cells.pop()?.cell, to);
    else if (name === "tr") this.#close(this.#rows.pop(), to);
    else if (name === "tbl") this.#close(this.#tables.pop(), to);
  }

  #close(place: Place | undefined, to: number): void {
    if (place) place.to = to;
  }

  #endParagraph(to: number): void {
    this.#fields.endParagraph();
    const paragraph = this.#open.pop();
    if (paragraph) paragraph.to = to;
  }

  #endRun(to: number): void {
    const run = this.#runs.pop();
    this.#items.pop();
    if (run) run.to = to;
  }

  #text({ from, to, isRaw }: XmlText): void {
    if (!this.#takesText || this.#fallback > 0 || this.#old > 0) return;
    for (const { text } of charactersIn(this.#xml, from, to, isRaw)) this.#put(text, false);
  }

  #put(text: string, isNote: boolean): void {
    const [paragraph, run] = [this.#open.at(-1), this.#runs.at(-1)];
    if (paragraph === undefined || this.#fields.around) return;
    // A text box is in a run of the paragraph around it.
    const open = this.#items.at(-1);
    if (run === undefined || !open || paragraph.runs.at(-1) !== run) {
      paragraph.isStrange = true;
      return;
    }
    const change = this.#wrappers.at(-1) ?? null;
    const isNever = change?.kind === "del" && this.#wrappers.some(({ kind }) => kind === "ins");
    const atom: Atom = { text, isNote, run, change, isNever, field: this.#fields.withResult.at(-1) ?? null };
    paragraph.atoms.push(atom);
    open.item.atoms.push(atom);
  }
}
