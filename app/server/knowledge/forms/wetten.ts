/* wetten.overheid.nl, BWB toestand: articles in chapters, with numbered paragraphs and lists. */
import { dutchNames } from "#core/law/law-names.ts";
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { child, elementsIn, find, parseMarkup, textIn, type Element } from "../markup.ts";

const divisions = new Set(["boek", "deel", "titeldeel", "hoofdstuk", "afdeling", "paragraaf", "sub-paragraaf"]);

export function readWet(text: string): LawAct[] {
  const root = find(parseMarkup(text), "toestand");
  const id = root?.attributes["bwb-id"];
  if (!root || !id) throw new ShapeChanged("toestand/@bwb-id is missing");
  const since = root.attributes.inwerkingtreding ?? null;
  const cited = find(root, "citeertitel");
  const title = (cited && ownText(cited)) || textIn(find(root, "intitule"));
  // The books of the Burgerlijk Wetboek are separate acts, cited as one: "art. 6:162 BW".
  const book = /^Burgerlijk Wetboek Boek (\d+A?)$/i.exec(title)?.[1];
  const home = `https://wetten.overheid.nl/${id}/${since ?? ""}`;
  const sections: LawSection[] = [];
  walk(root, [], (article, path) => {
    const head = child(article, "kop");
    const own = textIn(child(head, "nr"));
    const number = book === undefined || own === "" ? own : `${book}:${own}`;
    const body = linesOf(article).join("\n\n");
    if (number === "" || body === "") return;
    sections.push({
      ref: `${id}:${number}`,
      number,
      label: `${textIn(child(head, "label")) || "Artikel"} ${number}`,
      heading: textIn(child(head, "titel")),
      path,
      text: body,
      url: `${home}#Artikel${own}`,
      inForce: article.attributes.inwerking ?? since,
    });
  });
  return [
    {
      id,
      source: "wetten",
      jurisdiction: "NL",
      title,
      shortNames: [id, ...(book === undefined ? (dutchNames[id] ?? []) : ["BW"])],
      version: since,
      // It says when this text took effect, but not the act.
      inForce: null,
      url: home,
      licence: "Vrij van auteursrecht, art. 11 Auteurswet; wetten.overheid.nl",
      sections: [...new Map(sections.map((section) => [section.ref, section])).values()],
    },
  ];
}

function ownText(element: Element): string {
  return element.children
    .map((one) => (typeof one === "string" ? one : one.name === "meta-data" ? "" : textIn(one)))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function walk(element: Element, path: string[], found: (article: Element, path: string[]) => void): void {
  for (const one of elementsIn(element)) {
    if (one.name === "artikel") found(one, path);
    else if (one.name === "meta-data") continue;
    else if (divisions.has(one.name)) {
      const head = child(one, "kop");
      const name = [textIn(child(head, "label")), textIn(child(head, "nr")), textIn(child(head, "titel"))]
        .filter((part) => part !== "")
        .join(" ");
      walk(one, name === "" ? path : [...path, name], found);
    } else walk(one, path, found);
  }
}

function linesOf(element: Element): string[] {
  const lines: string[] = [];
  for (const one of elementsIn(element)) {
    if (/^(?:kop|lidnr|li\.nr|meta-data|jci)$/.test(one.name)) continue;
    if (one.name === "al") {
      lines.push(ownText(one));
      continue;
    }
    const inner = linesOf(one);
    if (inner.length === 0) continue;
    if (one.name === "lid") inner[0] = `${textIn(child(one, "lidnr"))} ${inner[0]}`;
    if (one.name === "li") lines.push(`${textIn(child(one, "li.nr"))} ${inner.join("\n")}`);
    else if (one.name === "lijst") lines.push(inner.join("\n"));
    else lines.push(...inner);
  }
  return lines;
}
