import { expect, test } from "vitest";
import { isKnowledgeSource, knowledgeSources } from "./knowledge-sources.ts";

test("edgar for the US, eurlex for the EU, swedish-law for Sweden", () => {
  expect(knowledgeSources.map(({ id, jurisdiction }) => `${id} ${jurisdiction}`)).toEqual([
    "edgar US",
    "eurlex EU",
    "swedish-law SE",
  ]);
  expect(isKnowledgeSource("edgar")).toBe(true);
  expect(isKnowledgeSource("EDGAR")).toBe(false);
});
