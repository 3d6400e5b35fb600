/*
 * The fields of a Word file that are to be filled in: MERGEFIELD and FILLIN, and the legacy form fields (ISO 29500-1,
 * 17.16). Each from the run in which it begins to the one in which it ends.
 */
import { attributeIn, scanXml, textIn, type Tag, type XmlText } from "./xml-scan.ts";

export type FormField = {
  from: number;
  to: number;
  kind: "text" | "box" | "list";
  /** Fields with the same one are one; "" has none. */
  key: string;
  label: string;
  initial: string;
  options: string[];
  /** If it says so. */
  type?: "date" | "number" | undefined;
  /** Where the run begins whose look it has. */
  run: number | null;
};

type Open = {
  from: number;
  paragraph: number;
  run: number | null;
  instruction: string;
  isResult: boolean;
  hasResult: boolean;
  /** It can't be replaced: it is part of another's instruction, or shares a run with words beside it. */
  isFixed: boolean;
  form: { name: string; help: string; type?: FormField["type"]; initial: string; options: string[] } | null;
};

/** Names that Word gives by itself: "Text1". */
const givenName = /^(?:text|check|dropdown|kontroll|kontrollkästchen|selectievakje|listruta|vervolgkeuzelijst)\d*$/i;

export class FormFields {
  readonly all: FormField[] = [];
  #xml: string;
  #open: Open[] = [];
  /** Ended in the run that is open: where it ends, the field does. */
  #ended: Open[] = [];
  #run: { from: number; hasWords: boolean } | null = null;
  #paragraph = 0;
  #takes: "words" | "instruction" | null = null;

  constructor(xml: string) {
    this.#xml = xml;
    for (const token of scanXml(xml)) {
      if (token.kind === "text") this.#text(token);
      else if (token.kind === "close") this.#close(token);
      else this.#begin(token);
    }
  }

  #begin(tag: Tag): void {
    const { name, kind } = tag;
    if (name === "p") this.#paragraph++;
    else if (name === "r" && kind === "open") this.#openRun(tag.from);
    else if (name === "t" && kind === "open") this.#takes = "words";
    else if (name === "instrText" && kind === "open") this.#takes = "instruction";
    else if (name === "fldChar") this.#turn(attributeIn(this.#xml, tag, "fldCharType"));
    else if (name === "fldSimple" && kind === "open") this.#openField(tag.from, attributeIn(this.#xml, tag, "instr") ?? "", true);
    else this.#form(tag);
  }

  /** A field looks as its result does. */
  #openRun(from: number): void {
    this.#run = { from, hasWords: false };
    const field = this.#open.at(-1);
    if (field?.isResult && !field.hasResult) Object.assign(field, { run: from, hasResult: true });
  }

  #close({ name, to }: Tag): void {
    if (name === "t" || name === "instrText") this.#takes = null;
    else if (name === "r") {
      for (const field of this.#ended.splice(0)) this.#keep(field, to);
      this.#run = null;
    } else if (name === "fldSimple") {
      const field = this.#open.pop();
      if (field) this.#keep(field, to);
    }
  }

  #text(token: XmlText): void {
    const field = this.#open.at(-1);
    if (this.#takes === "words") {
      if (this.#run) this.#run.hasWords = true;
      for (const ended of this.#ended) ended.isFixed = true;
    } else if (this.#takes === "instruction" && field && !field.isResult) field.instruction += textIn(this.#xml, token);
  }

  #turn(turn: string | undefined): void {
    const field = this.#open.at(-1);
    if (turn === "begin") this.#openField(this.#run?.from ?? null, "", false);
    else if (turn === "separate" && field) field.isResult = true;
    else if (turn === "end" && field) this.#ended.push(this.#open.pop()!);
  }

  #openField(from: number | null, instruction: string, isResult: boolean): void {
    const isFixed = from === null || (!isResult && this.#run?.hasWords === true) || this.#open.some((outer) => !outer.isResult);
    const run = isResult ? null : from;
    this.#open.push({
      from: from ?? 0,
      paragraph: this.#paragraph,
      run,
      instruction,
      isResult,
      hasResult: false,
      isFixed,
      form: null,
    });
  }

  #form(tag: Tag): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.isResult) return;
    const value = attributeIn(this.#xml, tag, "val");
    if (tag.name === "ffData") field.form = { name: "", help: "", initial: "", options: [] };
    const { form } = field;
    if (form === null) return;
    if (tag.name === "name") form.name = value ?? "";
    else if (tag.name === "helpText" || tag.name === "statusText") form.help ||= (value ?? "").trim();
    else if (tag.name === "type") form.type = value === "date" || value === "number" ? value : undefined;
    else if (tag.name === "default" || tag.name === "checked" || tag.name === "result") form.initial = value ?? "1";
    else if (tag.name === "listEntry") form.options.push((value ?? "").trim());
  }

  /** One that goes over several paragraphs is not a place in a line. */
  #keep({ from, paragraph, run, instruction, isFixed, form }: Open, to: number): void {
    if (isFixed || paragraph !== this.#paragraph) return;
    const [, named = "", rest = ""] = /^\s*(\w+)\s*(.*)$/s.exec(instruction) ?? [];
    const name = named.toUpperCase();
    const place = { from, to, run, initial: "", options: [] };
    if (name === "MERGEFIELD" || name === "FILLIN") {
      const word = /^"([^"]*)"|^([^\s\\]\S*)/.exec(rest);
      const label = (word?.[1] ?? word?.[2] ?? "").replaceAll("_", " ").trim();
      // Switches for how it is shown (17.16.4).
      const type = rest.includes("\\@") ? "date" : rest.includes("\\#") ? "number" : undefined;
      if (label !== "") this.all.push({ ...place, kind: "text", type, label, key: `${name} ${label.toLowerCase()}` });
    }
    const kind = formKinds[name];
    if (form === null || kind === undefined) return;
    const label = form.help || (givenName.test(form.name) ? "" : form.name.replaceAll("_", " "));
    const { initial, options, type } = form;
    this.all.push({ ...place, kind, label, key: "", initial: type === undefined ? initial : "", options, type });
  }
}

const formKinds: Record<string, FormField["kind"] | undefined> = { FORMTEXT: "text", FORMCHECKBOX: "box", FORMDROPDOWN: "list" };
