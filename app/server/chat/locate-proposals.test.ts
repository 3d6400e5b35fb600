import { expect, test } from "vitest";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { longWork, longWorkDone } from "../long-work/long-work.ts";
import { locateProposals } from "./locate-proposals.ts";

test("changes for every place of a long draft are located in a thread, each at its own place", async () => {
  const lines = Array.from(
    { length: 400 },
    (_, i) => `Rule ${i}: the library opens at ${i}. ${"Readers wait at the door. ".repeat(10)}`,
  );
  const document = JSON.stringify(jsonOf(markdownToDocument(lines.join("\n\n"))));
  const patches = [{ original: "library", replacement: "public library", summary: "", all: true }];
  const proposed = [{ messageId: "m", block: "0-patch-0", patches, about: patches }];
  const given = { proposed, source: { kind: "draft" as const, document, version: 3 } };
  const before = longWorkDone().get("locateProposals") ?? 0;
  const rows = await longWork({ kind: "person", userId: "A" } as Person, "locateProposals", given);
  expect(longWorkDone().get("locateProposals")).toBe(before + 1);
  expect(rows).toEqual(locateProposals(given));
  expect(rows.map(({ place }) => place)).toEqual(lines.map((_, i) => i));
  expect(new Set(rows.map(({ patch }) => patch.place?.start)).size).toBe(400);
  expect(rows.every(({ state, block, baseVersion }) => `${state} ${block} ${baseVersion}` === "proposed 0-patch-0.0 3")).toBe(true);
});
