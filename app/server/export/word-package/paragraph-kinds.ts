/* The properties of a paragraph that became a heading, or of another level, or plain again, or stands elsewhere. */
import type { layoutOf } from "#core/document/document-schema.ts";
import type { Stamp } from "./run-properties.ts";
import { propertiesIn, stampOf } from "./run-properties.ts";
import type { HeadingStyle } from "./package-styles.ts";
import { Unwritable } from "../../files/readers/xml-scan.ts";

/** The order that the format requires. */
const order =
  "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange".split(
    " ",
  );
/** What stays the paragraph's own, whatever it is like. */
const ownNames = new Set(["rPr", "sectPr"]);

type Layout = ReturnType<typeof layoutOf>;

/** For a paragraph that is laid out as `wanted`, properties of one that is laid out as `had`. */
export function withLayout(own: string, had: Layout, wanted: Layout): string {
  let all = propertiesIn(own || "<w:pPr></w:pPr>");
  const put = (name: string, xml: string) => {
    all = all.filter((one) => one.name !== name);
    if (xml !== "") all.push({ name, xml });
  };
  if (had.align !== wanted.align) put("jc", `<w:jc w:val="${wanted.align === "justify" ? "both" : (wanted.align ?? "left")}"/>`);
  if (wanted.startsPage && !had.startsPage) put("pageBreakBefore", "<w:pageBreakBefore/>");
  else if (!wanted.startsPage && had.startsPage) put("pageBreakBefore", '<w:pageBreakBefore w:val="0"/>');
  return all.length === 0 ? "" : inOrder(all);
}

/** What stays a paragraph's own when its properties change. */
const notOld = new Set([...ownNames, "pPrChange"]);
const oldOf = (own: string) => propertiesIn(own || "<w:pPr></w:pPr>").filter(({ name }) => !notOld.has(name));

/** With `before` as what the properties were, unless a tracked change of them says so already. */
export function withTrackedLayout(own: string, before: string, stamp: Stamp): string {
  const all = propertiesIn(own || "<w:pPr></w:pPr>");
  if (all.some(({ name }) => name === "pPrChange")) return own;
  const old = oldOf(before).map(({ xml }) => xml);
  return inOrder([
    ...all,
    { name: "pPrChange", xml: `<w:pPrChange ${stampOf(stamp)}><w:pPr>${old.join("")}</w:pPr></w:pPrChange>` },
  ]);
}

/** Without the mark of a tracked change. */
export function acceptedLayout(own: string): string {
  const all = propertiesIn(own || "<w:pPr></w:pPr>").filter(({ name }) => name !== "pPrChange");
  return all.length === 0 ? "" : inOrder(all);
}

/** As before a tracked change of where the lines stand; null if there is none. */
export function rejectedLayout(own: string): string | null {
  const all = propertiesIn(own || "<w:pPr></w:pPr>");
  const change = all.find(({ name }) => name === "pPrChange");
  const inner = change && propertiesIn(change.xml).find(({ name }) => name === "pPr");
  const old = inner === undefined ? [] : propertiesIn(inner.xml);
  const stands = (some: readonly { name: string; xml: string }[]) => some.find(({ name }) => name === "jc")?.xml;
  if (change === undefined || stands(old) === stands(all)) return null;
  const made = [...old, ...all.filter(({ name }) => ownNames.has(name))];
  return made.length === 0 ? "" : inOrder(made);
}

/** One step of indentation in twips, as in Stet's own Word files. */
const step = 567;

/** For a further paragraph of an item: as the item's first, but without its number. `depth`: of items around it. */
export function besideItem(own: string, depth: number): string {
  const kept = oldOf(own).filter(({ name }) => name !== "numPr" && name !== "ind");
  const number = { name: "numPr", xml: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>' };
  return inOrder([...kept, number, { name: "ind", xml: `<w:ind w:left="${step * depth}"/>` }]);
}

function inOrder(properties: readonly { name: string; xml: string }[]): string {
  const rank = ({ name }: { name: string }) => order.indexOf(name);
  const ordered = properties.toSorted((a, b) => rank(a) - rank(b)).map(({ xml }) => xml);
  return `<w:pPr>${ordered.join("")}</w:pPr>`;
}

export type Kind = {
  /** Properties of a paragraph of this kind; null if the file has none. */
  model: string | null;
  /** 0 for a plain paragraph. */
  level: number;
  style: HeadingStyle | null;
  /** The first paragraph of a list's item, or a clause's. */
  isItem: boolean;
};

/** `tracked`: whose change it is, if it is to be tracked. */
export function ofKind(own: string, { model, level, style, isItem }: Kind, tracked: Stamp | null): string {
  const had = propertiesIn(own || "<w:pPr></w:pPr>");
  if (had.some(({ name }) => name === "pPrChange")) throw new Unwritable("a level changed twice");
  const number = had.find(({ name }) => name === "numPr");
  const from = model === null ? had.filter(({ name }) => name !== "pStyle" && name !== "outlineLvl") : propertiesIn(model);
  const made = from.filter(({ name }) => !ownNames.has(name) && name !== "pPrChange" && name !== "numPr");
  const its = model === null ? undefined : from.find(({ name }) => name === "numPr");
  // The number that comes from a style would go with it, or come with the new one.
  if (isItem && number === undefined) throw new Unwritable("another level of a numbered paragraph");
  if (isItem) made.push(number!);
  else if (its) made.push(its);
  else if (model === null && style?.isNumbered) made.push({ name: "numPr", xml: '<w:numPr><w:numId w:val="0"/></w:numPr>' });
  if (model === null && level > 0)
    made.push(
      style === null
        ? { name: "outlineLvl", xml: `<w:outlineLvl w:val="${level - 1}"/>` }
        : { name: "pStyle", xml: `<w:pStyle w:val="${style.id}"/>` },
    );
  made.push(...had.filter(({ name }) => ownNames.has(name)));
  const old = had.filter(({ name }) => !ownNames.has(name)).map(({ xml }) => xml);
  if (tracked !== null)
    made.push({ name: "pPrChange", xml: `<w:pPrChange ${stampOf(tracked)}><w:pPr>${old.join("")}</w:pPr></w:pPrChange>` });
  return inOrder(made);
}
