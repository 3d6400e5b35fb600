/* gesetze-im-internet.de XML: one norm per section; structural headings are separate norms in between. */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { child, elementsIn, find, findAll, parseMarkup, textIn, type Element } from "../markup.ts";

/** A file from `bgb/xml.zip` reveals its path that way; otherwise it is derived from the act's abbreviation. */
export function readGesetz(text: string, fileName = ""): LawAct[] {
  const root = find(parseMarkup(text), "dokumente");
  if (!root) throw new ShapeChanged("dokumente is missing");
  const norms = findAll(root, ["norm"]);
  const meta = norms[0] && child(norms[0], "metadaten");
  const id = root.attributes.doknr ?? norms[0]?.attributes.doknr;
  if (!meta || !id) throw new ShapeChanged("dokumente/norm/metadaten or @doknr is missing");
  const short = textIn(child(meta, "jurabk"));
  const official = textIn(child(meta, "amtabk"));
  const slug = /^([\w-]+)\/xml\.zip$/.exec(fileName)?.[1] ?? short.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const home = `https://www.gesetze-im-internet.de/${slug}/`;
  const path: { key: string; text: string }[] = [];
  const sections: LawSection[] = [];
  for (const norm of norms.slice(1)) {
    const metadata = child(norm, "metadaten");
    const unit = child(metadata, "gliederungseinheit");
    if (unit) {
      const key = textIn(child(unit, "gliederungskennzahl"));
      while (path.length > 0 && path.at(-1)!.key.length >= key.length) path.pop();
      path.push({ key, text: `${textIn(child(unit, "gliederungsbez"))} ${textIn(child(unit, "gliederungstitel"))}`.trim() });
    }
    const label = textIn(child(metadata, "enbez"));
    const number = /^(?:§§?|Art\.?|Artikel)\s*(\d+)\s*([a-z]?)\b/i.exec(label);
    const content = find(norm, "textdaten", "text", "Content");
    if (!number || !content) continue;
    const body = paragraphs(content);
    if (body === "") continue;
    const name = `${number[1]}${(number[2] ?? "").toLowerCase()}`;
    sections.push({
      ref: `${id}:${name}`,
      number: name,
      label,
      heading: textIn(child(metadata, "titel")),
      path: path.map((one) => one.text),
      text: body,
      url: `${home}${label.startsWith("§") ? `__${name}` : `art_${name}`}.html`,
      inForce: null,
    });
  }
  // "Zuletzt geändert durch Art. 1 G v. 5.5.2026 I 100".
  const amended =
    findAll(meta, ["standangabe"])
      .map((one) => textIn(child(one, "standkommentar")))
      .find((said) => said !== "") ?? "";
  const built = root.attributes.builddate ?? "";
  return [
    {
      id,
      source: "gesetze-im-internet",
      jurisdiction: "DE",
      title: textIn(child(meta, "langue")) || short,
      shortNames: [...new Set([official, short].filter((name) => name !== ""))],
      version: /^\d{8}/.test(built) ? `${built.slice(0, 4)}-${built.slice(4, 6)}-${built.slice(6, 8)}` : null,
      // The date of issue is given, the date of entry into force isn't.
      inForce: null,
      url: home,
      ...(amended !== "" && { note: amended }),
      licence: "Amtliches Werk, § 5 UrhG; gesetze-im-internet.de",
      sections,
    },
  ];
}

function paragraphs(content: Element): string {
  return elementsIn(content)
    .map((block) => (block.name === "P" ? paragraph(block) : block.name === "DL" ? list(block) : textIn(block)))
    .filter((text) => text !== "")
    .join("\n\n");
}

function paragraph(block: Element): string {
  return block.children
    .map((one) =>
      typeof one === "string" ? one.replace(/\s+/g, " ") : one.name === "DL" ? `\n${list(one)}\n` : ` ${textIn(one)} `,
    )
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/(?<!\s)\s+([,.;)])/g, "$1")
    .trim();
}

function list(element: Element): string {
  let mark = "";
  const lines: string[] = [];
  for (const one of elementsIn(element)) {
    if (one.name === "DT") mark = textIn(one);
    else if (one.name === "DD") {
      const parts = elementsIn(one).map((part) => (part.name === "LA" ? paragraph(part) : textIn(part)));
      lines.push(`${mark} ${parts.join("\n") || textIn(one)}`.trim());
    }
  }
  return lines.join("\n");
}
