import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed, compressedJson, compressWhole, encodingFor } from "./encodings.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["BR;q=0.5", "br"],
  ["deflate", "identity"],
  ["abracadabra", "identity"],
  ["", "identity"],
])("of %j it takes %s", (accepted, taken) => expect(encodingFor(accepted)).toBe(taken));

test("a whole body comes back as it was", async () => {
  const body = Buffer.from("word ".repeat(1000));
  expect(brotliDecompressSync(await compressWhole(body, "br")).equals(body)).toBe(true);
  expect(gunzipSync(await compressWhole(body, "gzip")).equals(body)).toBe(true);
});

test("a page that is made at once, in many pieces, is as small as one piece", async () => {
  const pieces = Array.from({ length: 400 }, (_, i) => `<p>Clause ${i}: the supplier shall deliver within ${i % 30} days.</p>`);
  const inPieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const sizeOf = async (body: BodyInit) => (await compressed(html(body), "br").arrayBuffer()).byteLength;
  expect(await sizeOf(inPieces)).toBeLessThan(1.3 * (await sizeOf(pieces.join(""))));
});

const html = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Response(body, { status: 404, headers: { "content-type": "text/html; charset=utf-8", ...headers } });

test.each([
  ["br", createBrotliDecompress],
  ["gzip", createGunzip],
] as const)("a page made piece by piece is read piece by piece, by %s", async (encoding, decompress) => {
  let push: (text: string) => void = () => {};
  let end: () => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = () => controller.close();
    },
  });
  const answer = compressed(html(body), encoding);
  expect([answer.status, answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([
    404,
    encoding,
    "accept-encoding",
  ]);
  const plain = decompress();
  void (async () => {
    for await (const piece of answer.body!) plain.write(piece);
    plain.end();
  })();
  // The second piece is produced only after the first has been read: with buffering this would never end.
  const pieces = plain[Symbol.asyncIterator]();
  push("<p>first</p>");
  expect(String((await pieces.next()).value)).toBe("<p>first</p>");
  push("<p>second</p>");
  expect(String((await pieces.next()).value)).toBe("<p>second</p>");
  end();
  expect((await pieces.next()).done).toBe(true);
});

test("a reader who leaves ends the page's making", async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("<p>more</p>")),
    cancel: () => void (isCancelled = true),
  });
  const reader = compressed(html(body), "br").body!.getReader();
  await reader.read();
  await reader.cancel();
  await expect.poll(() => isCancelled).toBe(true);
});

test("event streams, files and compressed answers stay as they are", () => {
  const stream = new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } });
  expect(compressed(stream, "br")).toBe(stream);
  const done = html("x", { "content-encoding": "gzip" });
  expect(compressed(done, "br")).toBe(done);
  expect(compressed(html(null), "br").headers.get("content-encoding")).toBeNull();
});

const json = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status: 201, headers: { "content-type": "application/json", ...headers } });
const long = JSON.stringify({ words: "many words ".repeat(400) });

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("an answer of the API is sent as %s, and is the same", async (encoding, decompress) => {
  const answer = await compressedJson(json(long, { "content-length": String(long.length) }), encoding);
  expect([answer.status, answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([
    201,
    encoding,
    "accept-encoding",
  ]);
  expect(answer.headers.has("content-length")).toBe(false);
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(sent.length).toBeLessThan(long.length / 10);
  expect(decompress(sent).toString()).toBe(long);
});

test.each([
  ["is short", json('{"a":1}'), "br"],
  ["the client cannot decompress", json(long), ""],
  ["has been compressed", json(long, { "content-encoding": "gzip" }), "br"],
  ["is a download", json(long, { "content-disposition": "attachment" }), "br"],
  ["is a stream of events", new Response(long, { headers: { "content-type": "text/event-stream" } }), "br"],
])("an answer that %s is sent as it is", async (_what, answer, accepted) => {
  const before = answer.headers.get("content-encoding");
  const text = await answer.clone().text();
  const after = await compressedJson(answer, accepted);
  expect(after.headers.get("content-encoding")).toBe(before);
  expect(await after.text()).toBe(text);
});
