/* The server is killed while a review runs: after the next start each cell has one answer, and none was paid for twice. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "./databases.ts";
import { askingAs, startKillable } from "./killable-server.ts";
import { startReviewModel } from "./review-model.ts";
import { newReview, readAgreement, readReview, readRows, uploadTo } from "./reviews.ts";

const atOnce = 3;

test("kill -9 in the middle of a review loses no cell and stores none twice", { timeout: 120_000 }, async () => {
  const model = await startReviewModel(async (cell) => (await sleep(40), readAgreement(cell)));
  const settings = { MODEL_SERVER_URL: model.url, REVIEW_AT_ONCE: String(atOnce) };
  const server = await startKillable(join(temporaryFolder(), "data"), settings);
  const { ask, cookie } = await askingAs(server.url);
  const { id } = await newReview(
    ask,
    (projectId, name, text) => uploadTo(server.url, cookie, fetch, projectId, new File([text], name, { type: "text/plain" })),
    20,
  );
  await ask(`/api/reviews/${id}`, { model: "local:reader" }, "PATCH");
  expect(await ask(`/api/reviews/${id}/runs`, { all: true })).toEqual({ cells: 60 });
  await expect.poll(() => model.asked.length, { timeout: 30_000, interval: 20 }).toBeGreaterThan(20);
  await server.kill();
  await server.start();
  const answered = async () => (await readRows(ask, id)).flatMap(({ cells }) => cells).filter(({ found }) => found !== null);
  await expect.poll(async () => (await answered()).length, { timeout: 60_000 }).toBe(60);
  await expect.poll(async () => (await readReview(ask, id)).runs, { timeout: 20_000 }).toEqual([]);
  expect((await answered()).every(({ found }) => found!.state === "found" || found!.state === "not-present")).toBe(true);
  // What was being asked at that moment had no answer yet, and is asked again; nothing else is.
  expect(new Set(model.asked).size).toBe(60);
  expect(model.asked.length).toBeLessThanOrEqual(60 + atOnce);
  // Sixty answers were counted, each once.
  expect((await readReview(ask, id)).spent).toEqual({ inputTokens: 6000, outputTokens: 600, cost: null });
  await model.close();
});
