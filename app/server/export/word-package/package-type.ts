/*
 * What goes back is a Word document, whatever came: a template becomes one by its type, and a file with macros loses them,
 * what belongs to them, and nothing else.
 */
import { partName, relationsOf, relationsPart } from "../../files/readers/relations.ts";
import type { WordParts } from "../../files/readers/word-parts.ts";
import type { Archive } from "../../files/zip.ts";
import { contentTypes, textOf } from "./package-parts.ts";
import { attributeIn, edited, endOfElement, scanXml, Unwritable, type Tag } from "../../files/readers/xml-scan.ts";

type Given = { archive: Archive; parts: WordParts; fileName: string; types: string; changed: Map<string, string> };

const ofDocument = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const [ofTemplate, inDocument] = ["wordprocessingml.template.main+xml", "wordprocessingml.document.main+xml"];
const withMacros = /application\/vnd\.ms-word\.(?:document\.macroEnabled|template\.macroEnabledTemplate)\.main\+xml/;

/** Writes the types and relationships into `changed`, and returns the parts that go. */
export async function asDocument({ archive, parts, fileName, types, changed }: Given): Promise<Set<string>> {
  let typed = changed.get(contentTypes) ?? types;
  // Word opens a template under a document's name only if the template says that it is a document.
  if (typed.includes(ofTemplate) && !/\.docx$/i.test(fileName)) {
    typed = typed.replace(ofTemplate, inDocument);
    changed.set(contentTypes, typed);
  }
  if (!parts.has("vbaProject") && !withMacros.test(typed)) return new Set();
  const gone = await macroParts(archive, parts);
  const relations = relationsPart(parts.main);
  if (archive.names.includes(relations)) {
    const own = changed.get(relations) ?? (await textOf(archive, relations));
    changed.set(
      relations,
      without(own, (tag) => isMacroRelation(attributeIn(own, tag, "Type") ?? "")),
    );
  }
  changed.set(contentTypes, withoutTypes(typed.replace(withMacros, ofDocument), gone, archive));
  return gone;
}

const isMacroRelation = (type: string) => /\/(?:vbaProject|wordVbaData)$/.test(type);

/** The project, and all that only it refers to: its data and signatures. */
async function macroParts(archive: Archive, parts: WordParts): Promise<Set<string>> {
  const gone = new Set<string>();
  const take = async (from: string, relations: WordParts["relations"]) => {
    for (const { target } of relations) {
      const name = nameIn(archive, partName(from, target));
      if (name === undefined || gone.has(name)) continue;
      gone.add(name);
      const own = nameIn(archive, relationsPart(name));
      if (own !== undefined) gone.add(own);
      await take(name, await relationsOf(archive, name));
    }
  };
  const isMacro = ({ type }: { type: string }) => isMacroRelation(`/${type}`);
  await take(parts.main, parts.relations.filter(isMacro));
  return gone;
}

/** Names of parts are alike in any case. */
function nameIn(archive: Archive, wanted: string): string | undefined {
  return archive.names.find((name) => name.toLowerCase() === wanted.toLowerCase());
}

function withoutTypes(types: string, gone: ReadonlySet<string>, archive: Archive): string {
  const names = new Set([...gone].map((name) => `/${name}`.toLowerCase()));
  const named = new Set(tagsIn(types, "Override").map((tag) => (attributeIn(types, tag, "PartName") ?? "").toLowerCase()));
  return without(types, (tag) => {
    if (names.has((attributeIn(types, tag, "PartName") ?? "").toLowerCase())) return true;
    if (!(attributeIn(types, tag, "ContentType") ?? "").endsWith("vbaProject")) return false;
    const ending = `.${(attributeIn(types, tag, "Extension") ?? "").toLowerCase()}`;
    // Others of that extension would be left without a type.
    const isNeeded = archive.names.some((name) => {
      const own = name.toLowerCase();
      return own.endsWith(ending) && !gone.has(name) && !named.has(`/${own}`);
    });
    if (isNeeded) throw new Unwritable("macros");
    return true;
  });
}

function tagsIn(xml: string, ...names: string[]): Tag[] {
  return [...scanXml(xml)].filter(
    (token): token is Tag => token.kind !== "text" && token.kind !== "close" && names.includes(token.name),
  );
}

/** Without the elements of a list that match. */
function without(xml: string, isGone: (tag: Tag) => boolean): string {
  const edits = tagsIn(xml, "Relationship", "Override", "Default")
    .filter(isGone)
    .map((tag) => ({ from: tag.from, to: endOfElement(xml, tag.from), text: "" }));
  return edited(xml, edits);
}
