import { afterAll, beforeAll, expect, test } from "vitest";
import { extractText } from "unpdf";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import { ask, question } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  ({ app, me } = await startAppWithModel());
});
afterAll(() => app.close());

test("a chat comes as a file to keep, for its owner alone", async () => {
  const asked = question('Write it. [[mock tps=0 text="The notice is three months."]]');
  await ask(app, me, asked);
  const answer = await app.request(`/api/chats/${asked.chatId}/pdf`, { as: me });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="legal-transcript-\d{4}-\d\d-\d\d\.pdf"$/);
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true });
  expect(text).toContain("The notice is three months.");

  for (const as of [await app.person(), undefined]) {
    const refused = await app.request(`/api/chats/${asked.chatId}/pdf`, as === undefined ? {} : { as });
    expect(refused.status).toBe(as === undefined ? 401 : 404);
  }
});
