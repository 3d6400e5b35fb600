/* The folders and names of an archive of documents: which document a link means, and which project each goes into. */
import { plainLine } from "./read-chat.ts";

const notionId = /[ -]([0-9a-f]{32})$/;

/** The id at the end of a name as Notion writes it, or null. */
export function notionIdOf(path: string): string | null {
  return notionId.exec(stemOf(path).replace(/_all$/, ""))?.[1] ?? null;
}

export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^./]{1,10}$/, "");
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A file's or folder's name without its type and id. */
export function titleOf(path: string): string {
  return (
    plainLine(
      stemOf(path)
        .replace(/_all$/, (end) => (notionIdOf(path) === null ? end : ""))
        .replace(notionId, ""),
    ) || "Untitled"
  );
}

/** How a folder is named as a project; null for the archive itself. */
export function folderTitle(folder: string): string | null {
  return folder === "" ? null : titleOf(`${folder}.d`);
}

export type Placed = { folder: string; title: string };

/**
 * Folders that hold everything are no project. Of the others the outermost is the document's project, and those within
 * are part of its name. A document named like a folder beside it goes into that folder's project.
 */
export function placing(paths: readonly string[]): (path: string, title: string) => Placed {
  const root = commonFolder(paths);
  const within = (path: string) => (root === "" ? path : path.slice(root.length + 1)).split("/");
  const outermost = new Set(paths.map(within).flatMap((parts) => (parts.length > 1 ? [parts[0]!] : [])));
  const full = (folder: string) => (root === "" ? folder : `${root}/${folder}`);
  return (path, title) => {
    const parts = within(path);
    const stem = stemOf(path);
    if (parts.length === 1) return { folder: outermost.has(stem) ? full(stem) : root, title: cut([title]) };
    return { folder: full(parts[0]!), title: cut([...parts.slice(1, -1).map((part) => titleOf(`${part}.d`)), title]) };
  };
}

const titleMax = 200;

/** Of a name that is too long, the end says more. */
function cut(parts: readonly string[]): string {
  const name = parts.join(" / ");
  return name.length <= titleMax ? name : `…${name.slice(1 - titleMax).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map(folderOf);
  let common = first === undefined || first === "" ? [] : first.split("/");
  for (const folder of others) {
    const parts = folder.split("/");
    const differs = common.findIndex((part, at) => part !== parts[at]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.join("/");
}

/** Letters that look alike are one file on most systems. */
const plain = (path: string) => path.normalize("NFC").toLowerCase();

/** Finds what links name. The names are the archive's. */
export class ArchivePaths {
  #paths = new Map<string, string>();
  /** By name alone, with and without its type, as in [[Name]]; the shortest path counts. */
  #names = new Map<string, string[]>();
  /** Pages in a folder by their titles, for the rows of a table. */
  #titles = new Map<string, string>();

  constructor(names: readonly string[]) {
    for (const name of names.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))) {
      const key = plain(name);
      if (!this.#paths.has(key)) this.#paths.set(key, name);
      const base = key.slice(key.lastIndexOf("/") + 1);
      for (const known of new Set([base, base.replace(/\.md$/, "")]))
        this.#names.set(known, [...(this.#names.get(known) ?? []), name]);
      const title = `${folderOf(key)}\n${plain(titleOf(name))}`;
      if (!this.#titles.has(title)) this.#titles.set(title, name);
    }
  }

  /** What an address in a document at `from` leads to within the archive. */
  byAddress(from: string, address: string): string | null {
    const [path = ""] = address.split(/[?#]/, 1);
    if (path === "") return null;
    const decoded = decodedOf(path).replaceAll("\\", "/");
    const relative = joined(decoded.startsWith("/") ? "" : folderOf(from), decoded);
    return this.#find(relative) ?? this.#find(joined("", decoded));
  }

  /** What [[a name]] means: a path or the end of one. */
  byName(from: string, name: string): string | null {
    const wanted = plain(name.trim().replace(/^\/+/, ""));
    if (wanted === "") return null;
    const direct = this.#find(joined(folderOf(from), wanted)) ?? this.#find(wanted);
    if (direct !== null) return direct;
    const known = this.#names.get(wanted.slice(wanted.lastIndexOf("/") + 1)) ?? [];
    return known.find((path) => `/${plain(path)}`.endsWith(`/${wanted}`) || `/${plain(path)}`.endsWith(`/${wanted}.md`)) ?? null;
  }

  byTitle(folder: string, title: string): string | null {
    return this.#titles.get(`${plain(folder)}\n${plain(title)}`) ?? null;
  }

  #find(path: string | null): string | null {
    if (path === null) return null;
    const key = plain(path);
    return this.#paths.get(key) ?? this.#paths.get(`${key}.md`) ?? null;
  }
}

function decodedOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Null if it leads out of the archive. */
function joined(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
