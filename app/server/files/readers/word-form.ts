/*
 * A Word file as a form: where its content controls (ISO 29500-1, 17.5.2), mail merge fields and legacy form fields
 * (17.16) are, `{{name}}` is written in their stead. What they hold is left out, as it may have been entered for
 * someone else; the choice of a list or a box, and the default of a form field, belong to the form.
 */
import { newField } from "#core/templates/new-field.ts";
import { templateLimits, type TemplateField } from "#core/templates/template.ts";
import { controlsIn, type Control } from "./controls-in.ts";
import { FormFields, type FormField } from "./word-form-fields.ts";
import { isOn } from "./word-run-marks.ts";
import { attributeIn, edited, endOfElement, scanXml, textIn, type Edit, type Tag } from "./xml-scan.ts";

/** Before it is known how the template calls it. `key`: places with the same one are one field. */
type Place = {
  from: number;
  to: number;
  key: string;
  label: string;
  settings: Partial<TemplateField>;
  write(words: string): string;
};

/** `xml` is the file's text part. */
export function formOf(xml: string): { xml: string; fields: TemplateField[] } {
  const places = [...placesOfControls(xml), ...new FormFields(xml).all.flatMap((field) => placeOfField(xml, field))];
  const fields = new Map<string, TemplateField>();
  const edits: Edit[] = [];
  let end = 0;
  for (const { from, to, key, label, settings, write } of places.toSorted((a, b) => a.from - b.from)) {
    if (from < end) continue;
    const known = fields.get(key);
    if (known === undefined && fields.size >= templateLimits.fields) continue;
    const shown = () => label || labelBefore(xml, from, end) || `Field ${fields.size + 1}`;
    const field = known ?? newField(shown(), fields.values(), settings);
    fields.set(key || `place ${from}`, field);
    edits.push({ from, to, text: write(wordsFor(field)) });
    end = to;
  }
  return { xml: edited(xml, edits), fields: [...fields.values()] };
}

function wordsFor({ name, type }: TemplateField): string {
  return type === "yes/no" ? `{{#if ${name}}}☒{{else}}☐{{/if}}` : `{{${name}}}`;
}

/** The last words of its line, or the cell to its left: "Name:". From the end of the place before: its content is not kept. */
function labelBefore(xml: string, from: number, end: number): string {
  const prefix = prefixAt(xml, from);
  const lastOf = (name: string, before: number) =>
    Math.max(xml.lastIndexOf(`<${prefix}${name}>`, before), xml.lastIndexOf(`<${prefix}${name} `, before));
  const inLine = labelIn(wordsIn(xml, { from: Math.max(lastOf("p", from), end), to: from }));
  const cell = lastOf("tc", from);
  const left = cell > 0 ? lastOf("tc", cell - 1) : -1;
  if (inLine !== "" || left < lastOf("tr", from) || left < end) return inLine;
  return labelIn(wordsIn(xml, { from: left, to: cell }));
}

const longestLabel = 40;

function labelIn(words: string): string {
  const last = words.split(/[:;\t]\s*|[.?!]\s+|\s{3,}/).findLast((one) => /\p{L}/u.test(one)) ?? "";
  return last.length <= longestLabel ? last.trim() : "";
}

/** Controls that hold no text of one's own, or several places. */
const others = /^(?:docPart(?:Obj|List)|picture|group|equation|citation|bibliography|repeatingSection(?:Item)?)$/;

function placesOfControls(xml: string): Place[] {
  const all = controlsIn(xml);
  return all.flatMap((control, at) => {
    const own = new Map(control.own.map((tag) => [tag.name, tag]));
    const hasOthers = (all[at + 1]?.from ?? Infinity) < control.to;
    const write = writerOf(xml, control);
    if (write === null || control.own.some(({ name }) => others.test(name))) return [];
    const valueOf = (name: string) => (own.has(name) ? (attributeIn(xml, own.get(name)!, "val") ?? "") : "").trim();
    const isEmpty = own.has("showingPlcHdr") && isOn(attributeIn(xml, own.get("showingPlcHdr")!, "val"));
    const hasKind = ["text", "date", "dropDownList", "comboBox", "checkbox"].some((kind) => own.has(kind));
    // Rich text around paragraphs is wording, unless none was written.
    if (!hasKind && (hasOthers || !(control.isInline || isEmpty))) return [];
    const shown = wordsIn(xml, control.content);
    const [alias, tag] = [valueOf("alias"), valueOf("tag")];
    // A program names its tags for itself: "od:xpath=t1".
    const said = /[:=]/.test(tag) ? "" : tag.replaceAll(/[_-]+/g, " ").trim();
    const label = alias || (isEmpty && !invitation.test(shown) ? shown.slice(0, 60) : "") || said;
    const settings = settingsOf(xml, control, { own, shown, isEmpty });
    const { from, to } = control;
    return { from, to, key: tag ? `tag ${tag}` : alias && `alias ${alias}`, label, settings, write };
  });
}

type Shown = { own: ReadonlyMap<string, Tag>; shown: string; isEmpty: boolean };

function settingsOf(xml: string, control: Control, { own, shown, isEmpty }: Shown): Partial<TemplateField> {
  if (own.has("date")) return { type: "date" };
  if (own.has("checkbox")) {
    const checked = own.get("checked");
    return { type: "yes/no", initial: checked && isOn(attributeIn(xml, checked, "val")) ? "yes" : "no" };
  }
  const items = control.own.filter(({ name }) => name === "listItem");
  const said = items.map((item) => (attributeIn(xml, item, "displayText") ?? attributeIn(xml, item, "value") ?? "").trim());
  // The first of Word's own lists only says that one is to be chosen, as the empty control does.
  const options = said.filter((one) => one !== "" && !(isEmpty && one === shown) && !(one === said[0] && invitation.test(one)));
  return listed(options, { chosen: isEmpty ? "" : shown, isOpen: own.has("comboBox") });
}

function listed(options: readonly string[], { chosen, isOpen }: { chosen: string; isOpen: boolean }): Partial<TemplateField> {
  const different = [...new Set(options)];
  if (different.length === 0) return { type: "text" };
  if (isOpen || different.length > templateLimits.options)
    return { type: "text", help: `For example: ${different.slice(0, 5).join(", ")}` };
  return { type: "choice", options: different, initial: different.includes(chosen) ? chosen : "" };
}

/** What Word itself says in an empty control, or as the first of a list: "Click or tap here to enter text." */
const invitation = /^(?:click|tap|choose|select|enter|klicka|tryck|välj|ange|klicken|tippen|wählen|klik|tik|kies)\b/i;

function placeOfField(xml: string, field: FormField): Place[] {
  const { from, to, kind, label, key, initial, options, type } = field;
  if (kind === "list" && options.length === 0) return [];
  const settings: Partial<TemplateField> =
    kind === "box"
      ? { type: "yes/no", initial: isOn(initial || "0") ? "yes" : "no" }
      : kind === "list"
        ? listed(options, { chosen: options[Number(initial) || 0] ?? "", isOpen: false })
        : { ...(type !== undefined && { type }), initial };
  const prefix = prefixAt(xml, from);
  const look = field.run === null ? "" : propertiesIn(xml, field.run, "r");
  return [{ from, to, key, label, settings, write: (words) => runOf(prefix, look, words) }];
}

/** Null for rows: a field stands in a cell. */
function writerOf(xml: string, { from, content, own }: Control): Place["write"] | null {
  const first = firstTag(xml, content);
  const prefix = prefixAt(xml, from);
  const run = [...tagsIn(xml, content)].find(({ name }) => name === "r");
  const isEmpty = own.some(({ name }) => name === "showingPlcHdr");
  // The look of a placeholder is not that of what is entered.
  const look = run === undefined || isEmpty ? "" : propertiesIn(xml, run.from, "r");
  if (first?.name === "tr") return null;
  if (first?.name !== "p" && first?.name !== "tc") return (words) => runOf(prefix, look, words);
  const cell = first.name === "tc" ? propertiesIn(xml, first.from, "tc") : "";
  const paragraph = [...tagsIn(xml, content)].find(({ name }) => name === "p");
  const inParagraph = paragraph === undefined ? "" : propertiesIn(xml, paragraph.from, "p");
  return (words) => {
    const written = `<${prefix}p>${inParagraph}${runOf(prefix, look, words)}</${prefix}p>`;
    return first.name === "tc" ? `<${prefix}tc>${cell}${written}</${prefix}tc>` : written;
  };
}

function runOf(prefix: string, look: string, words: string): string {
  return `<${prefix}r>${look}<${prefix}t xml:space="preserve">${words}</${prefix}t></${prefix}r>`;
}

/** "w:" in "<w:sdt>". */
function prefixAt(xml: string, from: number): string {
  return /^<(\w+:)?/.exec(xml.slice(from, from + 40))?.[1] ?? "";
}

/** The properties of the element that begins here: `<w:rPr>…</w:rPr>`, or "". */
function propertiesIn(xml: string, from: number, name: string): string {
  const [, properties] = tagsIn(xml, { from, to: xml.length });
  if (properties?.name !== `${name}Pr` || properties.kind !== "open") return "";
  return xml.slice(properties.from, endOfElement(xml, properties.from));
}

function* tagsIn(xml: string, { from, to }: { from: number; to: number }): Generator<Tag, undefined> {
  for (const token of scanXml(xml, from, to)) if (token.kind !== "text" && token.kind !== "close") yield token;
}

function firstTag(xml: string, place: { from: number; to: number }): Tag | undefined {
  for (const tag of tagsIn(xml, place)) return tag;
  return undefined;
}

function wordsIn(xml: string, { from, to }: { from: number; to: number }): string {
  let [words, takes] = ["", false];
  for (const token of scanXml(xml, from, to)) {
    if (token.kind === "text") words += takes ? textIn(xml, token) : "";
    else if (token.name === "t") takes = token.kind === "open";
  }
  return words.trim();
}
