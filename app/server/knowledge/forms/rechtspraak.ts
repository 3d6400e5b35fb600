/*
 * Dutch judgments from rechtspraak.nl: case metadata in RDF, then the text. Newer texts have
 * elements for numbered considerations; older ones start the paragraph with the number ("4.2.1 Het
 * hof heeft …").
 */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { child, elementsIn, find, parseMarkup, textIn, type Element } from "../markup.ts";

const numbered = /^(\d{1,2}(?:\.\d{1,3}){1,4})\.?\s+(?=\S)/;
const headed = /^(\d{1,2})\.?\s+(\p{Lu}[^.;]{2,90})$/u;

export function readRechtspraak(text: string): LawAct[] {
  const root = find(parseMarkup(text), "open-rechtspraak");
  const facts = root && find(root, "rdf:RDF", "rdf:Description");
  const ecli = facts ? textIn(child(facts, "dcterms:identifier")) : "";
  if (!root || !facts || !ecli.startsWith("ECLI:NL:"))
    throw new ShapeChanged("open-rechtspraak/rdf:RDF/dcterms:identifier is missing");
  const body = child(root, "uitspraak") ?? child(root, "conclusie");
  if (!body) throw new ShapeChanged("open-rechtspraak/uitspraak is missing: the text has not been published");
  const reader = new Considerations(ecli);
  const summary = textIn(child(root, "inhoudsindicatie"));
  if (summary !== "") reader.begin("inhoudsindicatie", "inhoudsindicatie", summary);
  reader.walk(body);
  const field = (name: string) => textIn(child(facts, name));
  const date = field("dcterms:date");
  return [
    {
      id: ecli,
      source: "rechtspraak",
      jurisdiction: "NL",
      title: [field("dcterms:creator"), date, field("psi:zaaknummer"), ecli].filter((part) => part !== "").join(", "),
      shortNames: [ecli],
      version: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
      inForce: null,
      url: reader.home,
      licence: "Vrij van auteursrecht, art. 11 Auteurswet; rechtspraak.nl",
      sections: [...new Map(reader.sections.map((section) => [section.ref, section])).values()],
    },
  ];
}

class Considerations {
  sections: LawSection[] = [];
  home: string;
  #ecli: string;
  #heading = "";

  constructor(ecli: string) {
    this.#ecli = ecli;
    this.home = `https://deeplink.rechtspraak.nl/uitspraak?id=${ecli}`;
  }

  begin(number: string, label: string, text: string): void {
    this.sections.push({
      ref: `${this.#ecli}:${number}`,
      number,
      label,
      heading: "",
      path: this.#heading === "" ? [] : [this.#heading],
      text,
      url: this.home,
      inForce: null,
    });
  }

  walk(element: Element): void {
    for (const one of elementsIn(element)) {
      if (one.name === "paragroup" && textIn(child(one, "nr")) !== "") this.#group(one);
      else if (one.name === "title") this.#heading = textIn(one);
      else if (one.name === "para") this.#say(textIn(one));
      else if (one.name !== "nr") this.walk(one);
    }
  }

  #group(group: Element): void {
    const number = textIn(child(group, "nr")).replace(/\.$/, "");
    const before = this.sections.length;
    this.begin(number, `r.o. ${number}`, "");
    for (const one of elementsIn(group)) if (one.name !== "nr") this.walk({ name: "", attributes: {}, children: [one] });
    if (this.sections[before]!.text === "") this.sections.splice(before, 1);
  }

  #say(text: string): void {
    if (text === "") return;
    const number = numbered.exec(text);
    const heading = headed.exec(text);
    if (number) this.begin(number[1]!, `r.o. ${number[1]}`, text.slice(number[0].length));
    else if (heading) this.#heading = text;
    else if (this.sections.length === 0) this.begin("aanhef", "aanhef", text);
    else {
      const last = this.sections.at(-1)!;
      last.text += last.text === "" ? text : `\n\n${text}`;
    }
  }
}
