/*
 * XML can't represent control characters and lone surrogates, even escaped, and Word won't open a
 * file that contains one. Each is replaced by U+FFFD, so positions don't change.
 */
import type { Node } from "prosemirror-model";

const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export function xmlText(text: string): string {
  return text.replaceAll(unwritable, "\ufffd");
}

/** For JSON values. */
export function withXmlText<T>(value: T): T {
  if (typeof value === "string") return xmlText(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => withXmlText(one)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withXmlText(one)])) as T;
}

/** Returns the same document if there is nothing to replace. */
export function documentWithXmlText(document: Node): Node {
  let isWritable = true;
  document.descendants((node) => {
    const texts = node.isText ? [node.text] : Object.values(node.attrs);
    if (texts.some((one) => typeof one === "string" && xmlText(one) !== one)) isWritable = false;
    return isWritable;
  });
  return isWritable ? document : document.type.schema.nodeFromJSON(withXmlText(document.toJSON()));
}
