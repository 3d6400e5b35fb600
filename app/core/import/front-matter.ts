/* The properties at the start of a Markdown file, between two lines of hyphens. */

export type FrontMatter = {
  title: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  /** How many say something else. */
  others: number;
  body: string;
};

const mostCharacters = 64_000;
const dates = {
  created: ["created", "created_at", "createdat", "creation date", "date"],
  updated: ["updated", "updated_at", "updatedat", "modified", "lastmod", "last_modified", "date modified"],
};

export function readFrontMatter(text: string): FrontMatter {
  const whole = text.replace(/^\ufeff/, "");
  const none = { title: null, createdAt: null, updatedAt: null, others: 0, body: whole };
  if (!/^---[ \t]*\r?\n/.test(whole)) return none;
  const lines = whole.slice(0, mostCharacters).split("\n");
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return none;
  const fields = fieldsIn(lines.slice(1, end));
  // A rule, some words and another rule.
  if (fields === null) return none;
  const title = fields.get("title") ?? "";
  const timeOf = (names: readonly string[]) =>
    names.map((name) => timeIn(fields.get(name) ?? "")).find((time) => time !== null) ?? null;
  const [createdAt, updatedAt] = [timeOf(dates.created), timeOf(dates.updated)];
  const used = new Set(["title", ...dates.created, ...dates.updated]);
  const others = [...fields].filter(([name, value]) => value !== "" && !used.has(name)).length;
  const start = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0);
  return { title: title === "" ? null : title, createdAt, updatedAt, others, body: whole.slice(start) };
}

/** Null if it isn't a list of properties. A value on several lines is one. */
function fieldsIn(lines: readonly string[]): Map<string, string> | null {
  const fields = new Map<string, string>();
  let last: string | null = null;
  for (const line of lines) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    const isField = /^[\p{L}_]/u.test(line) && colon > 0 && colon < 80;
    if (isField) {
      last = line.slice(0, colon).trim().toLowerCase();
      fields.set(last, unquoted(line.slice(colon + 1).trim()));
    } else if (last !== null && /^[\s-]/.test(line)) fields.set(last, `${fields.get(last)} ${line.trim()}`.trim());
    else return null;
  }
  return fields;
}

function unquoted(value: string): string {
  const mark = value[0];
  return (mark === '"' || mark === "'") && value.length > 1 && value.endsWith(mark) ? value.slice(1, -1) : value;
}

/** A day, or a day and a time; without a zone, UTC. */
function timeIn(value: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})? ?(Z|[+-]\d\d:?\d\d)?)?/.exec(value);
  if (match === null) return null;
  const [, day, clock = "00:00", zone = "Z"] = match;
  const time = Date.parse(`${day}T${clock}${zone}`);
  return Number.isNaN(time) ? null : time;
}
