/* Project rules that no tool checks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources } from "../scripts/house/sources.ts";
import { longFunctions } from "./long-functions.ts";

const root = join(import.meta.dirname, "..");
const sourcesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));

describe("every data function gets the actor first", () => {
  test.each(sourcesUnder("app/server/data"))("%s", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    const functions = [...text.matchAll(/^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(([^)]*)/gm)];
    // A function without a database only builds part of a statement.
    for (const [, name, parameters] of functions)
      if (/\b(db|trx)\b|: (Db|Trx|Kysely|Transaction)\b/.test(parameters!))
        expect(parameters!.trim(), `${name} in ${file}`).toMatch(/^_?me: (Actor|Person|Server)\b/);
  });
});

/** Exported functions of server/data, each with its parameters and its body. */
function* dataFunctions(text: string) {
  const declaration = /^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(([\s\S]*?)\n?\)[^\n]*\{\n([\s\S]*?)^\}/gm;
  for (const [, name, parameters, body] of text.matchAll(declaration)) yield { name: name!, parameters: parameters!, body: body! };
}

describe("every data function says on whose behalf it asks, before anything else is done with the database", () => {
  test.each(sourcesUnder("app/server/data"))("%s", (file) => {
    for (const { name, parameters, body } of dataFunctions(readFileSync(join(root, file), "utf8"))) {
      const handle = /\b(\w+): (?:Db|Trx|BoundDb)\b/.exec(parameters)?.[1];
      if (handle === undefined) continue;
      const first = new RegExp(`^.*\\b${handle}\\b.*$`, "m").exec(body)?.[0] ?? "";
      expect(first, `${name} in ${file}`).toContain("actAs(");
    }
  });
});

/**
 * Functions that answer a person's question as Stet itself, without row-level security; each checks permission
 * itself.
 */
const askedAsStet: Record<string, string> = {
  "account-deletion.ts": "counts what goes with an account, left organizations included",
  "answers-in-progress.ts": "a person's answers in all workspaces are limited together",
  "collection-jobs.ts": "everyone who sees a collection sees that it is at work, whoever started that",
  "chat-shares.ts": "the link is the right to what it shows",
  "decide-things.ts": "an id of someone else is taken too, which only moves what is imported to another",
  "fit-rows.ts": "what an archive names is looked up, and kept only if it is the person's",
  "restored-files.ts": "files of an archive are written with its people's names replaced by the importer's",
  "restored-rows.ts": "an import writes rows as they were, also those that Stet itself has made; each is made the person's first",
  "undo-restored.ts": "takes back rows of the person that only Stet deletes",
  "contact-report.ts": "what the person may not see of a contact is counted, and not shown",
  "conflict-checks.ts": "what the person may not see is compared too, and only counted",
  "comment-emails.ts": "notifies others of a comment",
  "comments.ts": "a reply locks the thread of another",
  "members.ts": "a member's projects change hands",
  "projects-of-others.ts": "names projects to those who manage the organization",
  "organization-export.ts": "counts what members have that the exporter does not see",
  "own-lists.ts": "lists of pseudonyms are written by Stet, once it is known that the person may change this one",
  "own-data.ts": "one's own words on drafts one no longer sees",
  "organization-policies.ts": "managers count the passkeys of members, and do not see them",
  "failed-jobs.ts": "administrators see that others' work failed, and not what it was about",
  "people.ts": "administrators see who has an account and end its access, once the table says that they are one",
  "playbook-checks.ts": "everyone who sees a draft sees that it is being checked, whoever started that",
  "plan-usage.ts": "the members of an organization use one plan",
  "run-jobs.ts": "everyone who sees a run of a workflow sees that it is at work, whoever started that",
  "removed-members.ts": "a member's projects change hands again",
  "research-jobs.ts": "everyone who sees a research sees that it is at work, whoever started that",
  "review-jobs.ts": "everyone who sees a review sees that it is being run, whoever started that",
  "review-people.ts": "shares are their owner's to see; who may be assigned is everyone's in the review",
  "spending.ts": "names people and projects to those who manage the organization",
  "search-documents.ts": "words are indexed, which row-level security would not let be used; the collection is looked up first",
  "stored.ts": "administrators may read the sums of what is stored, not the rows",
  "administration-log.ts": "administrators read what was done to people's accounts and to the settings, by any of them",
  "backup-jobs.ts": "administrators see that another has asked for a backup",
  "database-facts.ts": "administrators see which database it is",
  "waiting-emails.ts": "administrators see how many emails wait, and not to whom",
  "security-events.ts": "events are written by Stet; managers see what members did to their accounts",
};

test("a person's question is answered without row-level security only where there is a reason", () => {
  const files = sourcesUnder("app/server/data").filter((file) =>
    readFileSync(join(root, file), "utf8").includes("actAs(theServer"),
  );
  expect(files.map((file) => basename(file)).toSorted()).toEqual(Object.keys(askedAsStet).toSorted());
});

describe("SQL lives in server/data and server/db", () => {
  const elsewhere = ["app/core", "app/api", "app/ui", "app/routes", "app/server"]
    .flatMap(sourcesUnder)
    .filter((file) => !/^app\/server\/(data|db)\//.test(file));
  test.each(elsewhere)("%s", (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/);
  });
});

describe("words are looked for through db/word-pattern.ts: the embedded engine folds only ASCII", () => {
  test.each(sourcesUnder("app/server/data"))("%s", (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/\bilike\b|(?:strpos|position)\([^)]*\blower\(/i);
  });
});

describe("files are written by server/storage, which flushes them, or by the database", () => {
  const elsewhere = ["app/api", "app/routes", "app/server"]
    .flatMap(sourcesUnder)
    .filter((file) => !/^app\/server\/(storage|db\/embedded)\//.test(file))
    // A performance mark is worthless once its process has ended.
    .filter((file) => file !== "app/server/process/presence.ts");
  test.each(elsewhere)("%s", (file) => {
    const calls = /\b(writeFile|writeFileSync|createWriteStream|appendFile|rename|renameSync|copyFile)\b[^;]*from "node:fs/;
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(calls);
  });
});

describe("what can't be read is refused or named, never an empty text instead", () => {
  const rooms = ["core/document", "core/import", "core/losses", "server/files/readers", "server/files/counters", "server/export"];
  const files = [...rooms, "server/data/drafts"].flatMap((room) => sourcesUnder(`app/${room}`));
  const standIns = [
    /(?:\?\?|\|\|)\s*(?:empty|blank)\w*\(/i,
    /(?:\?\?|\|\|)\s*(?:[\w.]+\.)?doc\.create\(/,
    /catch\b[^{]*\{\s*(?:\/\/[^\n]*\s+)*return (?:""|\[\]|\{\}|(?:[\w.]+\.)?doc\.create)/,
    /\.catch\(\(\w*\) => (?:""|\[\])\)/,
  ];
  test.each(files)("%s", (file) => {
    const text = readFileSync(join(root, file), "utf8");
    for (const standIn of standIns) expect(text).not.toMatch(standIn);
  });
});

describe("the browser takes no schemas of requests, and so no zod for them", () => {
  test.each(sourcesUnder("app/ui"))("%s", (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(/^import \{[^}]*\} from "#core\/requests\//m);
  });
});

test("no room has a drawer for strangers", () => {
  const vague = sourcesUnder("app").filter((file) =>
    /(^|\/)(utils?|helpers?|lib|common|misc|services?|manager|hooks|types|constants)(\/|\.tsx?$)/.test(file),
  );
  expect(vague).toEqual([]);
});

test("a page's address is never the API's as well", () => {
  const routes = readFileSync(join(root, "app/routes.ts"), "utf8");
  const pages = [...routes.matchAll(/route\("([^"]+)"/g)].map(([, path]) => path!);
  expect(pages.length).toBeGreaterThan(3);
  for (const path of pages) expect(path).not.toMatch(/^\/?(api|v1|health|metrics)\b/);
});

test("no two actions answer to the same keys", () => {
  const shortcuts = sourcesUnder("app/ui").flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^\s*(?:useAction\(.*)?shortcut: "([^"]+)"/gm)].map(([, keys]) => keys!),
  );
  expect(shortcuts.length).toBeGreaterThan(4);
  expect(shortcuts.filter((keys, i) => shortcuts.indexOf(keys) !== i)).toEqual([]);
});

describe("no style sheet asks what is beside just anything", () => {
  const sheets = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  // With such a rule, Chromium restyles everything around a new block: in a long draft, thousands of blocks per
  // frame.
  test.each(sheets)("%s", (sheet) => {
    expect(readFileSync(join(root, "app", sheet), "utf8")).not.toMatch(/\* [+~] /);
  });
});

describe("the map names what exists", () => {
  const pages = ["ARCHITECTURE.md", "README.md", ...readdirSync(join(root, "docs/rooms")).map((name) => `docs/rooms/${name}`)];
  const tops = /^(app|core|server|api|ui|routes|bench|scripts|test|docs|content)\//;
  test.each(pages)("%s", (page) => {
    const named = [...readFileSync(join(root, page), "utf8").matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);
    const paths = named.filter((name) => tops.test(name) && !/[*…]|\/x\./.test(name));
    expect(paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, "app", path)))).toEqual([]);
  });

  test("ARCHITECTURE.md stays a map", () => {
    const lines = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(120);
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  });

  test("no drawer of core or of the editor holds more than 25 files, and none lie beside them", () => {
    for (const room of ["app/core", "app/ui/editor"]) {
      const files = sourcesUnder(room).map((file) => file.slice(room.length + 1));
      expect(files.filter((file) => !file.includes("/"))).toEqual([]);
      const drawers = Object.groupBy(files, (file) => file.split("/")[0]!);
      expect(Object.entries(drawers).filter(([, held]) => held!.length > 25)).toEqual([]);
    }
  });
});

describe("figures that only a reason may raise", () => {
  const sources = readSources();

  test("a function of more than 60 lines stands in test/long-functions.ts with its reason", () => {
    const long = sources.flatMap(({ file, functions }) =>
      functions.filter(({ lines }) => lines > 60).map(({ name }) => `${file.slice("app/".length)} ${name}`),
    );
    expect(long.toSorted()).toEqual(Object.values(longFunctions).flat().toSorted());
  });

  /**
   * An element at an index, a group of a pattern that matched, a key of a map, a mounted ref: the compiler can't know
   * that these are there, the line shows it. All others need a comment, or a check; these are left without one.
   */
  test("no room has more bare non-null assertions than it had", () => {
    const most = { core: 85, server: 126, api: 10, ui: 105, routes: 5 };
    const bare = Object.groupBy(
      sources.flatMap(({ room, bare }) => (room === null ? [] : bare.map(() => room))),
      (room) => room,
    );
    for (const [room, limit] of Object.entries(most))
      expect(bare[room as keyof typeof most]?.length ?? 0, `bare "!" in app/${room}`).toBeLessThanOrEqual(limit);
  });
});
