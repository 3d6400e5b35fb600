/* legislation.gov.uk CLML: sections (P1) in parts and chapters, with subsections numbered as cited. */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { child, elementsIn, find, findAll, parseMarkup, textIn, type Element } from "../markup.ts";

const divisions = new Set(["Part", "Chapter", "Pblock", "PsubBlock", "Schedule"]);

export function readLegislation(text: string): LawAct[] {
  const root = find(parseMarkup(text), "Legislation");
  const uri = root?.attributes.IdURI ?? root?.attributes.DocumentURI ?? "";
  const id = /legislation\.gov\.uk\/(?:id\/)?([a-z]+(?:\/[^/]+){0,2}\/\d{4}\/\d+|[a-z]+\/\d{4}\/\d+)/.exec(uri)?.[1];
  if (!root || !id) throw new ShapeChanged("Legislation/@IdURI is missing");
  const metadata = find(root, "ukm:Metadata");
  const title = metadata ? textIn(find(metadata, "dc:title")) : "";
  if (title === "") throw new ShapeChanged("ukm:Metadata/dc:title is missing");
  const valid = metadata && textIn(find(metadata, "dct:valid"));
  const effects = metadata ? findAll(metadata, ["ukm:UnappliedEffect"]) : [];
  const outstanding = effects.filter(({ attributes }) => attributes.RequiresApplied === "true").length;
  const sections: LawSection[] = [];
  walk(root, [], "", (element, path, heading) => {
    const section = sectionOf(element, id, path, heading);
    if (section) sections.push(section);
  });
  return [
    {
      id,
      source: "legislation.gov.uk",
      jurisdiction: "GB",
      title,
      shortNames: [],
      version: valid || root.attributes.RestrictStartDate || (metadata && textIn(find(metadata, "dc:modified"))) || null,
      // The text doesn't say when the act came into force, only when each section got its current wording.
      inForce: null,
      url: `https://www.legislation.gov.uk/${id}`,
      licence: "Open Government Licence v3.0",
      ...(outstanding > 0 && {
        note: `${outstanding} ${outstanding === 1 ? "change" : "changes"} made by later law not yet in this text`,
      }),
      sections,
    },
  ];
}

function walk(
  element: Element,
  path: string[],
  heading: string,
  found: (p1: Element, path: string[], heading: string) => void,
): void {
  for (const one of elementsIn(element)) {
    if (one.name === "P1") found(one, path, heading);
    else if (one.name === "P1group") walk(one, path, textIn(child(one, "Title")), found);
    else if (divisions.has(one.name)) {
      const titles = one.name === "Schedule" ? find(one, "TitleBlock") : one;
      const name = [textIn(child(one, "Number")), textIn(titles && child(titles, "Title"))]
        .filter((part) => part !== "")
        .join(": ");
      walk(one, name === "" ? path : [...path, name], heading, found);
    } else if (one.name !== "Commentaries" && one.name !== "ukm:Metadata" && one.name !== "BlockAmendment")
      walk(one, path, heading, found);
  }
}

function sectionOf(element: Element, actId: string, path: string[], heading: string): LawSection | null {
  const number = textIn(child(element, "Pnumber"));
  const place = (element.attributes.id ?? "").replaceAll("-", "/") || `section/${number}`;
  const text = linesOf(element, 0).join("\n");
  if (number === "" || text === "" || /^[.\s]+$/.test(text) || element.attributes.Status === "Prospective") return null;
  // In a statutory instrument they are regulations, articles or rules.
  const kind = /^(regulation|article|rule)\//.exec(place)?.[1] ?? "section";
  const schedule = /^schedule\/(\w+)\/paragraph\/(\w+)/.exec(place);
  return {
    ref: `${actId}/${place}`,
    number: schedule ? `sch${schedule[1]}:${number}` : number.toLowerCase(),
    label: schedule ? `Schedule ${schedule[1]}, paragraph ${number}` : `${kind} ${number}`,
    heading,
    path,
    text,
    url: `https://www.legislation.gov.uk/${actId}/${place}`,
    inForce: element.attributes.RestrictStartDate ?? null,
    ends: element.attributes.RestrictEndDate ?? null,
  };
}

/** "(1) The body of constables …", "(a) …": one line per numbered part. */
function linesOf(element: Element, depth: number): string[] {
  const lines: string[] = [];
  for (const one of elementsIn(element)) {
    if (/^P[2-7]$/.test(one.name)) {
      const inner = linesOf(one, depth + 1);
      const number = textIn(child(one, "Pnumber"));
      lines.push(...(inner.length > 0 ? [`(${number}) ${inner[0]}`, ...inner.slice(1)] : []));
    } else if (one.name === "Text") lines.push(textIn(one));
    else if (one.name === "ListItem") lines.push(`– ${textIn(one)}`);
    else if (!/^(?:Pnumber|Title|CommentaryRef)$/.test(one.name)) lines.push(...linesOf(one, depth));
  }
  return lines.filter((line) => line !== "");
}
