import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchPatiently } from "./page-data.ts";

const cut = () => Promise.reject(new TypeError("Failed to fetch"));
const page = new URL("https://stet.example/vault.data");
const given = (text: string, init?: ResponseInit) => Promise.resolve(new Response(text, init));
/** An answer whose connection ends before it does. */
const broken = () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("[{"));
          controller.error(new TypeError("terminated"));
        },
      }),
    ),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { pathname: "/vault" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("data of a page is waited for: over no network, an answer cut short and a proxy's refusal", async () => {
  const send = vi
    .fn<typeof fetch>()
    .mockImplementationOnce(cut)
    .mockImplementationOnce(broken)
    .mockImplementationOnce(() => given("Bad gateway", { status: 502 }))
    .mockImplementation(() => given("[1]"));
  const answer = fetchPatiently(send)(page, { signal: new AbortController().signal });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await (await answer).text()).toBe("[1]");
  expect(send).toHaveBeenCalledTimes(4);
});

test("what Stet itself answers is an answer, with its status and headers", async () => {
  const headers = { "x-remix-response": "yes" };
  const busy = await fetchPatiently(() => given("[busy]", { status: 503, headers }))(page);
  expect([busy.status, busy.headers.get("x-remix-response"), await busy.text()]).toEqual([503, "yes", "[busy]"]);
  const redirect = await fetchPatiently(() => Promise.resolve(new Response(null, { status: 204 })))(page);
  expect([redirect.status, redirect.body]).toEqual([204, null]);
});

test("another navigation ends the wait", async () => {
  const controller = new AbortController();
  const send = vi.fn<typeof fetch>().mockImplementation(cut);
  const answer = fetchPatiently(send)(page, { signal: controller.signal });
  const thrown = answer.catch((error: unknown) => (error as Error).name);
  await vi.advanceTimersByTimeAsync(1500);
  controller.abort();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await thrown).toBe("AbortError");
  expect(send.mock.calls.length).toBeLessThanOrEqual(3);
});

test("a form is sent once: without an answer the page stays, and a notice says so", async () => {
  for (const failed of [cut, broken, () => given("Bad gateway", { status: 502 })]) {
    const send = vi.fn<typeof fetch>().mockImplementation(failed);
    const { status, body } = await fetchPatiently(send)(page, { method: "POST", body: "" });
    expect([status, body, send.mock.calls.length]).toEqual([204, null, 1]);
  }
});

test("every other request fails at once", async () => {
  const send = vi.fn<typeof fetch>().mockImplementation(cut);
  await expect(fetchPatiently(send)("/api/chats")).rejects.toThrow("Failed to fetch");
  expect(send).toHaveBeenCalledTimes(1);
});
