/*
 * The content controls of a file of which the words were changed. Word fills a control that is bound to custom XML with
 * what the data say when it opens the file, so exactly those lose their binding; what else a control says about its words
 * (that they are a placeholder, which day, item or state they stand for) follows them. All other controls stay as they are.
 */
import { controlsIn, type Control } from "../../files/readers/controls-in.ts";
import { wordsIn } from "./control-words.ts";
import {
  attributeAt,
  attributeIn,
  edited,
  endOfElement,
  escaped,
  scanXml,
  type Edit,
  type Tag,
} from "../../files/readers/xml-scan.ts";

export class PackageControls {
  #placeholder: string | null;
  #unlinked = 0;
  #locked = 0;

  /** The style of placeholders, if the file has one. */
  constructor(placeholder: string | null) {
    this.#placeholder = placeholder;
  }

  /** A part as it is to be written, from the part as it came and with what was changed. */
  follow(before: string, after: string): string {
    if (before === after || !/<(?:\w+:)?sdt[\s>]/.test(after)) return after;
    const edits: Edit[] = [];
    let goneTo = -1;
    for (const [had, has] of pairsOf(before, after)) {
      if (has.from < goneTo) continue;
      if (isEmptied(before, had, after, has)) {
        edits.push({ from: has.from, to: (goneTo = has.to), text: "" });
      } else edits.push(...this.#changed(before, had, after, has));
    }
    // A placeholder in a placeholder has its runs once.
    const unique = new Map(edits.map((edit) => [`${edit.from} ${edit.to}`, edit]));
    return edited(after, [...unique.values()]);
  }

  get notice(): string | null {
    const [unlinked, locked] = [this.#unlinked, this.#locked];
    const said = [];
    if (unlinked === 1) said.push("1 content control is no longer linked to the data it showed, because its text was changed.");
    if (unlinked > 1)
      said.push(`${unlinked} content controls are no longer linked to the data they showed, because their text was changed.`);
    if (locked === 1) said.push("1 content control with changed text is still locked: it has to be unlocked in Word to be edited.");
    if (locked > 1)
      said.push(`${locked} content controls with changed text are still locked: they have to be unlocked in Word to be edited.`);
    return said.join(" ") || null;
  }

  #changed(before: string, had: Control, after: string, has: Control): Edit[] {
    const [old, now] = [wordsIn(before, had), wordsIn(after, has)];
    if (old.shown === now.shown) return [];
    const edits: Edit[] = [];
    if (has.bindings.length > 0) {
      this.#unlinked++;
      edits.push(...has.bindings.map(({ from, to }) => ({ from, to, text: "" })));
    }
    if (old.words === now.words) return edits;
    if (/^(?:c|sdtC)ontentLocked$/.test(valueOf(after, has, "lock") ?? "")) this.#locked++;
    return [...edits, ...this.#withoutPlaceholder(after, has), ...follows(after, has, now.text)];
  }

  #withoutPlaceholder(xml: string, control: Control): Edit[] {
    const sign = control.own.find(({ name }) => name === "showingPlcHdr");
    const value = sign && attributeIn(xml, sign, "val");
    if (sign === undefined || /^(?:0|false|off)$/.test(value ?? "")) return [];
    const gone = { ...elementOf(xml, sign), text: "" };
    if (this.#placeholder === null) return [gone];
    const style = control.own.find(({ name }) => name === "rStyle");
    const text = style === undefined ? "" : xml.slice(style.from, style.to);
    return [gone, ...placeholderStyles(xml, control, this.#placeholder).map(({ from, to }) => ({ from, to, text }))];
  }
}

/** The same controls, as they came and as they are: some may be gone, but none is new. */
function pairsOf(before: string, after: string): [Control, Control][] {
  const [had, has] = [controlsIn(before), controlsIn(after)];
  if (had.length === has.length) return has.map((one, i) => [had[i]!, one]);
  let at = 0;
  return has.flatMap((one): [Control, Control][] => {
    const found = had.findIndex(({ sign }, i) => i >= at && sign === one.sign);
    if (found < 0) return [];
    at = found + 1;
    return [[had[found]!, one]];
  });
}

/** Around paragraphs or rows, none of which is left. */
function isEmptied(before: string, had: Control, after: string, has: Control): boolean {
  const holds = (xml: string, { content }: Control) =>
    [...scanXml(xml, content.from, content.to)].some((token) => token.kind !== "text" && /^(?:p|r|tr|tc)$/.test(token.name));
  return !has.isInline && holds(before, had) && !holds(after, has);
}

/** In runs that are not struck. */
function placeholderStyles(xml: string, { content }: Control, style: string): { from: number; to: number }[] {
  const found = [];
  let struck = 0;
  for (const token of scanXml(xml, content.from, content.to)) {
    if (token.kind === "text") continue;
    if (/^(?:del|moveFrom)$/.test(token.name) && token.kind !== "empty") struck += token.kind === "open" ? 1 : -1;
    else if (token.name === "rStyle" && token.kind === "empty" && struck === 0 && attributeIn(xml, token, "val") === style)
      found.push({ from: token.from, to: token.to });
  }
  return found;
}

/** What a date, a list or a box to check says about its words. */
function follows(xml: string, control: Control, text: string): Edit[] {
  return control.own.flatMap((tag): Edit[] => {
    if (tag.name === "date") return withAttribute(xml, tag, "fullDate", null);
    if (tag.name === "dropDownList" || tag.name === "comboBox")
      return withAttribute(xml, tag, "lastValue", itemOf(xml, control, text));
    if (tag.name === "checked") {
      const state = stateOf(xml, control, text);
      return state === null ? [] : withAttribute(xml, tag, "val", state);
    }
    return [];
  });
}

/** The value of the item with this text; null if none has it. */
function itemOf(xml: string, { own }: Control, text: string): string | null {
  const said = (tag: Tag, name: string) => attributeIn(xml, tag, name) ?? "";
  const item = own.find((tag) => tag.name === "listItem" && (said(tag, "displayText") || said(tag, "value")) === text);
  return item === undefined ? null : said(item, "value");
}

/** Null if the text is neither of the box's signs. */
function stateOf(xml: string, { own }: Control, text: string): "0" | "1" | null {
  const signOf = (name: string, usual: string) => {
    const tag = own.find((one) => one.name === name);
    return String.fromCodePoint(Number.parseInt((tag && attributeIn(xml, tag, "val")) || usual, 16) || 0);
  };
  return text === signOf("checkedState", "2612") ? "1" : text === signOf("uncheckedState", "2610") ? "0" : null;
}

/** Only of a tag that has it; null takes it off. */
function withAttribute(xml: string, tag: Tag, name: string, value: string | null): Edit[] {
  const place = tag.kind === "close" ? undefined : attributeAt(xml, tag, name);
  if (place === undefined) return [];
  const { space, from, to } = place;
  return [value === null ? { from: space, to: to + 1, text: "" } : { from, to, text: escaped(value) }];
}

function valueOf(xml: string, { own }: Control, wanted: string): string | undefined {
  const tag = own.find(({ name }) => name === wanted);
  return tag && attributeIn(xml, tag, "val");
}

function elementOf(xml: string, { from, to, kind }: Tag): { from: number; to: number } {
  return { from, to: kind === "empty" ? to : endOfElement(xml, from) };
}
