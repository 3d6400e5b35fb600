/*
 * The figures of the code: lengths, comments, assertions, cycles, how much one import loads, where SQL is.
 *
 *   npm run measure             the table
 *   npm run measure -- --long   and the functions over 50 lines, the largest folders, the cycles
 */
import { dirname } from "node:path";
import { cyclesOf, graphOf, reachOf } from "./house/graph.ts";
import { linesOf, readSources, rooms, type Source } from "./house/sources.ts";

const sources = readSources();
const of = (room: string) => sources.filter((source) => source.room === room);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const lines = (some: readonly Source[]) => sum(some.map((source) => source.lines));

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, max ${sorted.at(-1) ?? 0}`;
}

function perThousand(name: keyof Source["counts"], some: readonly Source[]): string {
  const total = sum(some.map(({ counts }) => counts[name]));
  return `${((total * 1000) / lines(some)).toFixed(2)} (${total})`;
}

const perRoom = (figure: (room: string, some: Source[]) => string) =>
  rooms.map((room) => `${room} ${figure(room, of(room))}`).join(", ");
const functions = sources.flatMap((source) => source.functions);
const longerThan = (most: number) => functions.filter((one) => one.lines > most).length;
const loaded = graphOf(sources, { types: false });
const named = graphOf(sources, { types: true });
const reach = (some: readonly Source[]) => spread(some.map(({ file }) => reachOf(file, loaded)));
const cycles = { loaded: cyclesOf(loaded), named: cyclesOf(named) };
const sql = sources.filter(({ code }) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(code));
const pages = of("routes").filter(({ code }) => /\bexport default\b/.test(code));

const table: [figure: string, value: string][] = [
  ["lines / files", `${lines(sources)} / ${sources.length}`],
  ["lines of each room", perRoom((_room, some) => String(lines(some)))],
  ["function", spread(functions.map((one) => one.lines))],
  ["functions over 50 / 60 / 80", `${longerThan(50)} / ${longerThan(60)} / ${longerThan(80)} of ${functions.length}`],
  ["file", spread(sources.map((source) => source.lines))],
  [
    "cycles: loaded; with types",
    `${cycles.loaded.length}; ${cycles.named.length} of ${sum(cycles.named.map((one) => one.length))} files`,
  ],
  ["comments", perRoom((_room, some) => `${((sum(some.map((one) => one.commentLines)) * 100) / lines(some)).toFixed(1)} %`)],
  [
    "test lines beside code",
    perRoom((room, some) => `${((linesOf(`app/${room}/**/*.test.{ts,tsx}`) * 100) / lines(some)).toFixed(0)} %`),
  ],
  ["test lines in test/", String(linesOf("test/**/*.ts"))],
  ["any per 1,000 lines", perThousand("any", sources)],
  ["as per 1,000 lines", perThousand("assertion", sources)],
  ["! per 1,000 lines", `${perThousand("nonNull", sources)}; ${perRoom((_room, some) => perThousand("nonNull", some))}`],
  ["! that nothing explains", perRoom((_room, some) => String(sum(some.map(({ bare }) => bare.length))))],
  ["useEffect per 1,000 lines of ui", perThousand("effect", of("ui"))],
  [
    "default exports outside routes",
    String(sum(sources.filter(({ room }) => room !== "routes").map(({ counts }) => counts.defaultExport))),
  ],
  ["an import of core loads", reach(of("core"))],
  ["an import of api loads", reach(of("api"))],
  ["a page loads", reach(pages)],
  ["SQL: files / folders", `${sql.length} / ${new Set(sql.map(({ file }) => dirname(file))).size}`],
  ["largest folder", largestFolders(1).join("")],
];
for (const [figure, value] of table) process.stdout.write(`${figure.padEnd(34)}${value}\n`);

if (process.argv.includes("--long")) {
  const long = functions.filter((one) => one.lines > 50).toSorted((a, b) => b.lines - a.lines);
  for (const one of long) process.stdout.write(`${one.lines} ${one.file} ${one.name}\n`);
  for (const folder of largestFolders(20)) process.stdout.write(`${folder}\n`);
  for (const files of cycles.named) process.stdout.write(`cycle: ${files.join(" ")}\n`);
}

function largestFolders(most: number): string[] {
  const folders = Object.entries(Object.groupBy(sources, ({ file }) => dirname(file))).map(
    ([folder, files]) => [folder, files?.length ?? 0] as const,
  );
  return folders
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([folder, files]) => `${folder} ${files}`);
}
