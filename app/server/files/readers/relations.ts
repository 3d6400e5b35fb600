/*
 * An office file's relationships: its parts and external targets. A remote template or frame is
 * how a document phones home; Stet never fetches one and refuses the file.
 */
import type { Archive } from "../zip.ts";
import { Unreadable } from "../unreadable.ts";
import { readXml } from "./xml.ts";

export type Relation = { id: string; type: string; target: string };

/** The name of the part that has the relationships of `part`; of the whole file, if its name is empty. */
export function relationsPart(part: string): string {
  const slash = part.lastIndexOf("/") + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

/** The relationships of a part, by part name. */
export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  return readRelations(archive, relationsPart(part));
}

async function readRelations(archive: Archive, name: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  const pieces = archive.part(name);
  if (pieces === null) return relations;
  await readXml(pieces, {
    open(tag, attribute) {
      if (tag !== "Relationship") return;
      const type = (attribute("Type") ?? "").split("/").at(-1)!;
      relations.push({ id: attribute("Id") ?? "", type, target: attribute("Target") ?? "" });
    },
  });
  return relations;
}

/** The package's main document part; `usual` if it names none that exists. */
export async function mainPartOf(archive: Archive, usual: string): Promise<string> {
  const target = (await relationsOf(archive, "")).find(({ type }) => type === "officeDocument")?.target;
  const name = target === undefined ? usual : partName("", target);
  return archive.has(name) ? name : usual;
}

/** Rejects files that load anything remote on opening. Links to click are fine. */
export async function refuseRemoteParts(archive: Archive): Promise<void> {
  for (const name of archive.names.filter((one) => one.endsWith(".rels"))) {
    for (const { type, target } of await readRelations(archive, name)) {
      const isRemote = /^(?:https?:|ftp:|\\\\|\/\/|file:\/\/\/?[^/\\]*\\\\)/i.test(target);
      if (isRemote && /^(?:attachedTemplate|frame|subDocument|oleObject|externalLinkPath)$/.test(type))
        throw new Unreadable("This file loads part of itself from another address when opened. It was not opened.");
    }
  }
}

/** Resolves "/word/media/a.png" or "../media/a.png" relative to `from` to a name in the archive. */
export function partName(from: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps = from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
