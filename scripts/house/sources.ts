/* The sources of the product, read once: their lines, their functions, what they import. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

const root = join(import.meta.dirname, "../..");
export const rooms = ["core", "server", "api", "ui", "routes"] as const;
export type Room = (typeof rooms)[number];

export type Fn = { file: string; name: string; lines: number };
/** What `import()` loads later is not among them. */
export type Import = { to: string; isType: boolean };
export type Source = {
  file: string;
  /** The room's folder; a file directly in app/ has none. */
  room: Room | null;
  code: string;
  lines: number;
  commentLines: number;
  functions: Fn[];
  imports: Import[];
  counts: Counts;
  /** Lines of the non-null assertions that neither their shape nor a comment explains. */
  bare: number[];
};
type Counts = Record<"any" | "assertion" | "nonNull" | "effect" | "defaultExport", number>;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Comment = { start: number; end: number };

export function readSources(pattern = "app/**/*.{ts,tsx}"): Source[] {
  return globSync(pattern, { cwd: root, exclude: ["**/*.test.*"] })
    .toSorted()
    .map(read);
}

export function linesOf(pattern: string): number {
  return globSync(pattern, { cwd: root })
    .map((file) => lineCount(readFileSync(join(root, file), "utf8")))
    .reduce((sum, lines) => sum + lines, 0);
}

function read(file: string): Source {
  const code = readFileSync(join(root, file), "utf8");
  const parsed = parseSync(file, code);
  const counts: Counts = { any: 0, assertion: 0, nonNull: 0, effect: 0, defaultExport: 0 };
  const functions: Fn[] = [];
  const imports: Import[] = [];
  const asserted: Node[] = [];
  const destructured = new Set<string>();
  const starts = lineStarts(code);
  const span = (node: Comment) => lineAt(starts, node.end) - lineAt(starts, node.start) + 1;
  walk(parsed.program as unknown as Node, null, (node, parent) => {
    count(node, counts);
    if (node.type === "TSNonNullExpression") asserted.push(node["expression"] as Node);
    if (node.type === "ArrayPattern") for (const name of namesIn(node)) destructured.add(name);
    if (isFunction(node)) functions.push({ file, name: nameOf(node, parent), lines: span(node) });
    imports.push(...importsOf(node, file));
  });
  const room = rooms.find((one) => file.startsWith(`app/${one}/`)) ?? null;
  const comments = parsed.comments as Comment[];
  const commentLines = comments.reduce((sum, comment) => sum + span(comment), 0);
  const explained = new Set(comments.flatMap((comment) => [lineAt(starts, comment.end), lineAt(starts, comment.end) + 1]));
  const bare = asserted
    .filter((node) => !isShownByShape(node, destructured))
    .map((node) => lineAt(starts, node.start))
    .filter((line) => !explained.has(line));
  return { file, room, code, lines: lineCount(code), commentLines, functions, imports, counts, bare };
}

const elementCalls = new Set(["at", "pop", "shift", "get", "exec", "match", "codePointAt"]);

/** An element, a group of a match, a key of a map, a ref: there wherever the line is right at all. */
function isShownByShape(node: Node, destructured: ReadonlySet<string>): boolean {
  const property = (one: unknown) => ((one as Node)["property"] as Node | undefined)?.["name"] as string | undefined;
  if (node.type === "Identifier") return destructured.has(node["name"] as string);
  if (node.type === "MemberExpression") return node["computed"] === true || property(node) === "current";
  return node.type === "CallExpression" && elementCalls.has(property(node["callee"]) ?? "");
}

function namesIn(pattern: Node): string[] {
  const names: string[] = [];
  walk(pattern, null, (node) => {
    if (node.type === "Identifier") names.push(node["name"] as string);
  });
  return names;
}

function count(node: Node, counts: Counts): void {
  if (node.type === "TSAnyKeyword") counts.any++;
  if (node.type === "TSNonNullExpression") counts.nonNull++;
  if (node.type === "ExportDefaultDeclaration") counts.defaultExport++;
  if (node.type === "TSAsExpression" && !isConst(node["typeAnnotation"] as Node)) counts.assertion++;
  if (node.type === "CallExpression" && (node["callee"] as Node)["name"] === "useEffect") counts.effect++;
}

function isConst(type: Node): boolean {
  return type.type === "TSTypeReference" && (type["typeName"] as Node)["name"] === "const";
}

function isFunction(node: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node["body"] != null;
}

function nameOf(node: Node, parent: Node | null): string {
  const own = (node["id"] ?? parent?.["id"] ?? parent?.["key"]) as Node | null | undefined;
  return typeof own?.["name"] === "string" ? own["name"] : "(unnamed)";
}

function importsOf(node: Node, file: string): Import[] {
  const source = node["source"] as Node | null | undefined;
  if (!/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) || source == null) return [];
  const to = typeof source["value"] === "string" ? resolved(file, source["value"]) : null;
  if (to === null) return [];
  const names = (node["specifiers"] as Node[] | undefined) ?? [];
  const isType = (one: Node) => one["importKind"] === "type" || one["exportKind"] === "type";
  return [{ to, isType: isType(node) || (names.length > 0 && names.every(isType)) }];
}

function resolved(file: string, name: string): string | null {
  if (name.startsWith("#")) return join("app", name.slice(1));
  return name.startsWith(".") ? join(dirname(file), name) : null;
}

function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value])
      if (typeof inner === "object" && inner !== null && typeof (inner as Node).type === "string") walk(inner as Node, node, visit);
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf("\n"); at !== -1; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineCount(code: string): number {
  return code.split("\n").length - (code.endsWith("\n") ? 1 : 0);
}
