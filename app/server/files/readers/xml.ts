/*
 * Streams XML as events. No office format needs a document type, so files with one are refused:
 * entities can read other files and expand a kilobyte to a gigabyte.
 */
import { SaxesParser } from "saxes";
import { Unreadable } from "../unreadable.ts";

export type XmlEvents = {
  /** Names without their prefix: "w:p" is "p". */
  open?(name: string, attribute: (name: string) => string | undefined, prefix: string): void;
  close?(name: string, prefix: string): void;
  text?(text: string): void;
};

const deepest = 500;

export async function readXml(pieces: AsyncIterable<string>, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  parser.on("error", () => {
    throw new Unreadable("This file is damaged: part of it isn’t well-formed. Open it in the app it came from and save it again.");
  });
  parser.on("doctype", () => {
    throw new Unreadable("This file declares its own document type, which office apps never do. It was not opened.");
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++depth > deepest) throw new Unreadable("This file is nested too deeply. It was not opened.");
    const [prefix, local] = parted(name);
    events.open?.(local, (wanted) => attributeOf(attributes, wanted), prefix);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    const [prefix, local] = parted(name);
    events.close?.(local, prefix);
  });
  parser.on("text", (text) => events.text?.(text));
  parser.on("cdata", (text) => events.text?.(text));
  for await (const piece of pieces) parser.write(piece);
  parser.close();
}

/** Producers may choose any prefix for the elements of a part's main namespace, or none: the first element has it. */
export function withMainPrefix(main: string, { open, close, text }: XmlEvents): XmlEvents {
  let used: string | undefined;
  const called = (prefix: string) => (prefix === used ? main : prefix);
  return {
    open(name, attribute, prefix) {
      used ??= prefix;
      open?.(name, attribute, called(prefix));
    },
    close: (name, prefix) => close?.(name, called(prefix)),
    ...(text && { text }),
  };
}

function parted(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** "val" also matches "w:val": the prefix is up to the producer. */
function attributeOf(attributes: Record<string, string>, wanted: string): string | undefined {
  if (Object.hasOwn(attributes, wanted)) return attributes[wanted];
  const found = Object.keys(attributes).find((name) => name.endsWith(`:${wanted}`));
  return found === undefined ? undefined : attributes[found];
}
