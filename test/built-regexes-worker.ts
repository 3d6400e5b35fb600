/*
 * Runs the code that builds regular expressions, and reports what it built and where. Node runs the sources as they
 * are, so line numbers match the files.
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import type { RegexLiteral } from "./regex-literals.ts";

const app = join(import.meta.dirname, "../app");
const made = new Map<string, RegexLiteral>();

function note(source: string, flags: string): void {
  const frame = new Error("where").stack!.split("\n").find((line) => line.includes("/app/"));
  const at = /(file:\/\/[^)]+):(\d+):\d+/.exec(frame ?? "");
  if (at === null) return;
  const place = { file: relative(app, fileURLToPath(at[1]!)), line: Number(at[2]), source, flags };
  made.set(JSON.stringify(place), place);
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given: [string, string?], newTarget) {
    const regex = Reflect.construct(target, given, newTarget as typeof RegExp) as RegExp;
    // split and matchAll construct a literal again; it is already among the others.
    if (typeof given[0] === "string") note(regex.source, regex.flags);
    return regex;
  },
});

const draft =
  "Draft a Non-Disclosure Agreement between Acme Ltd and Beta GmbH for two years. Draft a letter from Anna Berg to Carl Dahl.";
const contract = `1. Definitions\n"Supplier Party" means Acme (the "Supplier Party"). "Policies" means rules.\n2. Term\nThe term is thirty (31) days from Monday, 3 March 2025 or March 3, 2025, see clauses 1 and 2.1 and Schedule A.\nSchedule A\n3.1 End\nIt was written by hand. It begins on the Effective Date.\n${"The Supplier Party shall deliver. ".repeat(10)}`;
const samples: (() => Promise<unknown>)[] = [
  async () => (await import("#core/clauses/clause-references.ts")).checkClauseReferences(contract),
  async () => (await import("#core/clauses/defined-terms.ts")).reportDefinedTerms(contract),
  async () => (await import("#core/clauses/figure-checks.ts")).checkFigures(contract),
  async () => (await import("#core/prose/readability.ts")).measureReadability(contract, "en"),
  async () => import("#core/clauses/numbering-gaps.ts"),
  async () => import("#core/chat/asked-length.ts"),
  async () => import("#core/style/style-counts.ts"),
  async () =>
    (await import("#core/law/law-citation.ts")).resolveCitations(
      "Articles 3 to 5 and 7 GDPR, 3 § 2 st, 4 och 5 §§ lagen, § 823 BGB",
      [],
    ),
  async () => (await import("#core/law/law-names.ts")).namedIn("the GDPR", { one: ["GDPR", "A.B (C)"] }),
  async () => (await import("#core/text/markdown-words.ts")).markdownWords("A ``code`` and `more`."),
  async () => (await import("#core/account/theme.ts")).themeFrom("stet_theme=dark"),
  async () => (await import("#core/chat/sidebar.ts")).sidebarFrom("a=b"),
  async () => (await import("#core/contacts/name-in-text.ts")).mentionOf("Öland Assekuranz GmbH", "by Öland Assekuranz"),
  async () => import("#core/account/api-key.ts"),
  async () => import("#core/document/document-image.ts"),
  async () => (await import("../app/server/prose/check.ts")).checkPlainness(contract, { legal: false }),
  async () => (await import("../app/server/models/builtin/draft-request.ts")).readDraftRequest(draft, "en", null),
  async () =>
    (await import("../app/server/models/builtin/draft-request.ts")).readDraftRequest(
      "Draft a Service Agreement for Acme with Beta",
      "en",
      null,
    ),
  async () =>
    (await import("../app/server/models/builtin/agent-request.ts")).readAgentRequest(
      "Shorten clauses 2, 3 to 5 and the part in the Definitions.",
      [
        { id: "s1", title: "1. Definitions", level: 1, words: 3 } as never,
        { id: "s2", title: "Term", level: 1, words: 3 } as never,
      ],
    ),
  async () => (await import("../app/server/models/builtin/intent.ts")).recogniseIntent("hello there"),
  async () => {
    const { createFavicons } = await import("../app/server/web/favicons.ts");
    createFavicons({ fetch: (() => {}) as never, isOn: true }).learn(
      "https://a.test/",
      '<link rel="icon" href="/a.png" type="image/png">',
    );
  },
  async () => import("../app/server/knowledge/connectors/edgar.ts"),
  async () => import("../app/server/knowledge/connectors/gesetze-im-internet.ts"),
  async () => (await import("../app/ui/history/mark-words.ts")).markWords("one two", "two o(ne"),
];

const failed: string[] = [];
for (const sample of samples) await sample().catch((error: unknown) => failed.push(String(error)));
parentPort!.postMessage({ made: [...made.values()], failed });
