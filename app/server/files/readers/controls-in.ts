/* The content controls of a part, in the order in which they begin. */
import { endOfElement, scanXml, type Tag } from "./xml-scan.ts";

type Place = { from: number; to: number };

export type Control = Place & {
  content: Place;
  /** The elements that its properties consist of, at any depth. */
  own: Tag[];
  /** Its properties, by which it is known. */
  sign: string;
  /** What binds it to custom XML. */
  bindings: Place[];
  isInline: boolean;
};

export function controlsIn(xml: string): Control[] {
  const found: Control[] = [];
  const open: Control[] = [];
  let [paragraphs, properties] = [0, -1];
  for (const token of scanXml(xml)) {
    if (token.kind === "text") continue;
    const control = open.at(-1);
    const { name, kind, from, to } = token;
    if (control !== undefined && from < properties) {
      if (kind !== "close") control.own.push(token);
      if (name === "dataBinding" && kind !== "close")
        control.bindings.push({ from, to: kind === "empty" ? to : endOfElement(xml, from) });
    } else if (kind === "empty") continue;
    else if (name === "p") paragraphs += kind === "open" ? 1 : -1;
    else if (name === "sdt" && kind === "open") {
      const none = { from: to, to };
      const made = { from, to, content: none, own: [], sign: "", bindings: [], isInline: paragraphs > 0 };
      found.push(made);
      open.push(made);
    } else if (name === "sdt") open.pop()!.to = to;
    else if (control !== undefined && name === "sdtPr" && kind === "open") {
      properties = endOfElement(xml, from);
      control.sign = xml.slice(from, properties);
    } else if (control !== undefined && name === "sdtContent") {
      if (kind === "open") control.content = { from: to, to };
      else control.content.to = from;
    }
  }
  return found;
}
