/* Metrics are for this machine or for who has the token, however a proxy on this machine passes requests on. */
import { expect, test } from "vitest";
import { startApp } from "#test/app.ts";

type Texts = Record<string, string>;

async function statuses(settings: Texts, tries: Texts[]): Promise<number[]> {
  const app = await startApp(settings);
  const answers = await Promise.all(tries.map((headers) => app.fetch(new Request(`${app.stet.env.url}/metrics`, { headers }))));
  await app.close();
  return answers.map(({ status }) => status);
}

test("without a token they are shown on this machine, not to whom a proxy speaks for", async () => {
  const proxies: Texts[] = [
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { via: "1.1 proxy" },
    { "x-real-ip": "203.0.113.7" },
  ];
  expect(await statuses({}, [{}, ...proxies])).toEqual([200, 404, 404, 404, 404]);
  expect(await statuses({ TRUSTED_PROXIES: "1" }, [{}])).toEqual([404]);
});

test("where Stet has a public address, a proxy that says nothing is expected", async () => {
  expect(await statuses({ STET_URL: "https://stet.example" }, [{}])).toEqual([404]);
});

test("with a token they are for who has it", async () => {
  const token = "t".repeat(32);
  const tries: Texts[] = [{}, { authorization: "Bearer wrong" }, { authorization: `Bearer ${token}`, via: "1.1 proxy" }];
  expect(await statuses({ METRICS_TOKEN: token, STET_URL: "https://stet.example" }, tries)).toEqual([404, 404, 200]);
});
