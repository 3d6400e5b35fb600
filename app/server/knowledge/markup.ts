/* Parses a law's XML or XHTML into a small tree. Nothing is fetched and only HTML entities are resolved. */
import { Parser } from "htmlparser2";

export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

export function parseMarkup(text: string, { xml = true } = {}): Element {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(piece) {
        open.at(-1)!.children.push(piece);
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: xml, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return root;
}

export function elementsIn(element: Element): Element[] {
  return element.children.filter((child): child is Element => typeof child !== "string");
}

/** All descendants with these names, in document order; not nested ones unless `deep`. */
export function findAll(element: Element, names: readonly string[], deep = false): Element[] {
  const found: Element[] = [];
  for (const child of elementsIn(element)) {
    const isOne = names.includes(child.name);
    if (isOne) found.push(child);
    if (!isOne || deep) found.push(...findAll(child, names, deep));
  }
  return found;
}

export function find(element: Element, ...path: string[]): Element | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return element;
  const child = findAll(element, [name])[0];
  return child && find(child, ...rest);
}

export function child(element: Element | undefined, name: string): Element | undefined {
  return element && elementsIn(element).find((one) => one.name === name);
}

/** All text in it, with white space collapsed. */
export function textIn(element: Element | undefined): string {
  return element === undefined ? "" : rawText(element).replace(/\s+/g, " ").trim();
}

function rawText(element: Element): string {
  return element.children.map((one) => (typeof one === "string" ? one : rawText(one))).join("");
}
