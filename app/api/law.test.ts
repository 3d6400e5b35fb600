/* Law in a chat with the built-in editor: one question in Swedish and one in German, answered from the loaded law. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { germanAct, swedishAct } from "#test/statutes.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";

let app: TestApp;
let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
  app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1` });
  await loadLaw(app.stet.database.db, [...readGesetz(germanAct), ...readSwedishLaw(swedishAct)]);
});
afterAll(async () => {
  await app.close();
  await mock.stop();
});

const lawful = (sources: string[], knowledgeSources: string[] = []) =>
  ({ ...choicesOf("stet-builtin"), sources, knowledgeSources }) as never;

test.each([
  [
    "Hur lång är uppsägningstiden vid provarbete?",
    ["SE"],
    "Vid provarbete är uppsägningstiden fjorton dagar. [[1]]",
    "2 kap. 1 § första stycket Lag (2099:10) om provarbete",
    "2099-08-01",
  ],
  [
    "Wie lang ist die Frist für eine Kündigung in der Probezeit?",
    ["SE", "DE"],
    "In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen.",
    "§ 1 Abs. 2 ProbeG",
    "2026-03-01",
  ],
])("%s", async (asked, sources, words, place, version) => {
  const me = await app.person();
  const turn = question(asked, { choices: lawful(sources) });
  const { content } = await ask(app, me, turn);
  expect(content).toContain(words);
  expect(content).toContain(place);
  expect(content).toContain(version);
  const { messages } = await threadOf(app, me, turn.chatId);
  const [source] = messages[1]!.sources!;
  expect(source).toMatchObject({
    type: "edgar",
    number: 1,
    description: expect.stringMatching(/^https:\/\/www\.(?:riksdagen|gesetze-im-internet)/),
    metadata: { version },
  });
  // A short section is included whole, and quotes from it are checked, with the paragraph asked about first.
  expect(source!.cited![0]!.words).toContain(words.replace(" [[1]]", ""));
  expect(new Set(source!.cited!.map(({ verdict }) => verdict))).toEqual(new Set(["verified"]));
});

test("the knowledge source 'swedish-law' opens Swedish law as the style guide does", async () => {
  const me = await app.person();
  const { content } = await ask(
    app,
    me,
    question("Vad säger 2 kap. 2 § lagen om provarbete?", { choices: lawful([], ["swedish-law"]) }),
  );
  expect(content).toContain("Uppsägning ska vara skriftlig.");
});

test("of a jurisdiction with nothing stored, and no source that is asked, the answer says how to have its law", async () => {
  const me = await app.person();
  const { content } = await ask(app, me, question("Hur lång är uppsägningstiden vid provarbete?", { choices: lawful(["GB"]) }));
  expect(content).toContain(
    "Ingen rätt från GB är lagrad här, och legislation.gov.uk frågas inte. En administratör kan lägga till den.",
  );
});

test("with no law chosen none is quoted, and with the wrong one nothing is found", async () => {
  const me = await app.person();
  const asked = "Hur lång är uppsägningstiden vid provarbete?";
  expect((await ask(app, me, question(asked, { choices: lawful([]) }))).content).not.toContain("fjorton dagar");
  expect((await ask(app, me, question(asked, { choices: lawful(["GB"]) }))).content).not.toContain("fjorton dagar");
});

test("an authority that the stored law does not know is named, without a marker too", async () => {
  const me = await app.person();
  const answerTo = async (text: string) => {
    await mock.control({ tps: 0, text });
    const turn = question("What is the law?");
    await ask(app, me, turn);
    return (await threadOf(app, me, turn.chatId)).messages[1]!.sources ?? [];
  };
  const invented = await answerTo("BGH, Urteil vom 5. Mai 2021 – VIII ZR 123/20, sieht § 9999 ProbeG ebenso; anders § 1 ProbeG.");
  expect(invented.map(({ displayName, unknown, number }) => [displayName?.slice(0, 13), unknown, number])).toEqual([
    ["§ 9999 Gesetz", "provision", undefined],
    ["VIII ZR 123/2", "case", undefined],
  ]);
  expect(await answerTo("Nach § 1 ProbeG gilt das nicht.")).toEqual([]);
});
