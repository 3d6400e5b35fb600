/* The checked answer on the front page, as the product itself checks it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";
import { unknownSentence } from "#core/claims/verdicts.ts";
import { readRows } from "#server/knowledge/forms/rows.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { exampleClaims, exampleOpening, exampleQuestion } from "#ui/marketing/law-example.ts";

const article = {
  id: "CELEX 32016R0679:art_33",
  law: "General Data Protection Regulation",
  section: "Article 33",
  heading: "Notification of a personal data breach to the supervisory authority",
  title: "Article 33 GDPR Notification of a personal data breach to the supervisory authority",
  jurisdiction: "EU",
  text:
    "1.   In the case of a personal data breach, the controller shall without undue delay and, where feasible, not later than 72 hours after having become aware of it, notify the personal data breach to the supervisory authority.\n" +
    "2.   The processor shall notify the controller without undue delay after becoming aware of a personal data breach.",
};

let app: TestApp;
let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
  await loadLaw(app.stet.database.db, readRows(JSON.stringify(article)));
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

test("its verdicts are those of the check", async () => {
  const me = await app.person();
  const said = exampleClaims.map(({ text, verdict }) => (verdict === "unknown-authority" ? text : `${text} [[1]]`));
  const steps = [
    { tool: "getInformation", args: { query: "Article 33 GDPR", in: "law" } },
    { text: [exampleOpening, ...said].join(" ") },
  ];
  await mock.control({ script: JSON.stringify(steps), tps: 0 });
  const turn = question(exampleQuestion, { choices: { ...choicesOf("local:mock-model"), sources: ["EU"] } as never });
  await ask(app, me, turn);
  const { messages } = await threadOf(app, me, turn.chatId);
  const sources = messages[1]!.sources!;
  const cited = sources.find(({ number }) => number === 1)?.cited ?? [];
  const [first, second, third] = exampleClaims;
  expect(cited.map(({ verdict }) => verdict)).toEqual([first!.verdict, second!.verdict]);
  expect(cited[1]!.difference).toEqual({ said: "96 hours", source: /\*(.+)\*/.exec(second!.finding)![1] });
  expect(article.text).toContain(second!.finding.replace(/[*“”]/g, ""));
  const unknown = sources.filter((source) => source.unknown !== undefined);
  expect(unknown.map(({ name }) => name)).toEqual(["Article 133"]);
  expect(third).toMatchObject({ verdict: "unknown-authority", finding: unknownSentence(unknown[0]!) });
});
