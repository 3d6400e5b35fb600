/* Both file stores behave the same. The bucket is a local S3 server that checks signatures. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3, type S3Server } from "#test/s3-server.ts";
import { createFileStore, type FileStore } from "./file-store.ts";
import { createObjectStore, type ObjectStorage } from "./object-store.ts";

let folder: string;
let s3: S3Server;
let storage: ObjectStorage;
const faults: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stet-store-"));
  s3 = await startS3();
  storage = { endpoint: s3.endpoint, region: "eu-north-1", accessKeyId: "stet", secretAccessKey: "kept" };
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const bucketStore = (changed: Partial<ObjectStorage> = {}) =>
  createObjectStore({ ...storage, ...changed }, join(folder, "arriving"), (fault) => faults.push(fault));

async function put(store: FileStore, bytes: Uint8Array): Promise<string> {
  const key = store.newKey();
  const { stream, keep } = await store.begin(key);
  await pipeline([bytes], stream);
  await keep();
  return key;
}

const text = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe.each([
  ["a folder", () => createFileStore(join(folder, "files"), (fault) => faults.push(fault))],
  ["a bucket", () => bucketStore()],
])("%s", (_name, make) => {
  test("gives back what was kept, whole and in ranges", async () => {
    const store = make();
    const key = await put(store, Buffer.from("Å, what was agreed"));
    expect((await store.read(key)).toString()).toBe("Å, what was agreed");
    expect(await text(await store.stream(key))).toBe("Å, what was agreed");
    expect(await text(await store.stream(key, { start: 4, end: 7 }))).toBe("what");
  });

  test("keeps a file of many megabytes byte for byte", async () => {
    const store = make();
    const bytes = Buffer.alloc(
      19_000_000,
      Uint8Array.from({ length: 251 }, (_, at) => at),
    );
    const key = await put(store, bytes);
    expect(Buffer.compare(await store.read(key), bytes)).toBe(0);
    expect(await text(await store.stream(key, { start: 17_000_000, end: 17_000_003 }))).toBe(
      bytes.subarray(17_000_000, 17_000_004).toString(),
    );
  });

  test("has no longer what was removed or dropped", async () => {
    const store = make();
    const key = await put(store, Buffer.from("gone"));
    await store.remove(key);
    await expect(store.read(key)).rejects.toThrow();
    const dropped = await store.begin(store.newKey());
    await pipeline([Buffer.from("half")], dropped.stream);
    await dropped.drop();
    await store.remove(store.newKey());
  });

  test("leaves nothing of a file that is dropped as it begins", async () => {
    const store = make();
    for (let round = 0; round < 20; round++) {
      const { stream, drop } = await store.begin(store.newKey());
      stream.on("error", () => {});
      stream.destroy();
      await drop();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("makes no path of a key that it did not make", async () => {
    const store = make();
    for (const key of ["../../etc/passwd", "a/b", "", "%2e%2e", `${"a".repeat(40)}\0`, "A".repeat(40)]) {
      await expect((async () => store.read(key))()).rejects.toThrow(/another form/);
      await expect((async () => store.begin(key))()).rejects.toThrow(/another form/);
    }
  });
});

test.each([
  ["a folder", () => createFileStore(join(folder, "empty"), (fault) => faults.push(fault))],
  ["a bucket", () => bucketStore()],
])("a file that is missing in %s is said before its first byte, and noted", async (_name, make) => {
  const store = make();
  const noted = faults.length;
  const refusal = expect.objectContaining({ status: 410 }) as unknown;
  await expect(store.read(store.newKey())).rejects.toEqual(refusal);
  await expect(store.stream(store.newKey())).rejects.toEqual(refusal);
  await expect(store.stream(store.newKey(), { start: 1, end: 2 })).rejects.toEqual(refusal);
  expect(faults).toHaveLength(noted + 3);
});

describe("a bucket", () => {
  test("leaves nothing of a file on the disk, and reads what was there before it", async () => {
    const before = createFileStore(join(folder, "arriving"), (fault) => faults.push(fault));
    const earlier = await put(before, Buffer.from("kept in the folder"));
    const store = bucketStore();
    const key = await put(store, Buffer.from("kept in the bucket"));
    expect((await store.read(earlier)).toString()).toBe("kept in the folder");
    const onDisk = (await readdir(join(folder, "arriving"), { recursive: true })).join(" ");
    expect(onDisk).toContain(earlier);
    expect(onDisk).not.toContain(key);
  });

  test("says that files cannot be stored when the key is wrong, and leaves nothing behind", async () => {
    const store = bucketStore({ secretAccessKey: "wrong" });
    const key = store.newKey();
    const { stream, keep } = await store.begin(key);
    await pipeline([Buffer.from("never there")], stream);
    const refusal: unknown = await keep().catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(Response);
    expect((refusal as Response).status).toBe(503);
    expect(String(faults.at(-1))).toMatch(/signature/i);
    expect((await readdir(join(folder, "arriving"), { recursive: true })).join(" ")).not.toContain(key);
  });

  test("finds for the sweep what was kept more than a day ago", async () => {
    const store = bucketStore();
    const [old, fresh] = [await put(store, Buffer.from("old")), await put(store, Buffer.from("fresh"))];
    s3.objects.get(`files/${old}`)!.at = new Date(Date.now() - 90_000_000);
    s3.objects.set("files/readme.txt", { bytes: Buffer.from("not ours"), at: new Date(0) });
    const found = await store.oldKeys();
    expect(found).toContain(old);
    expect(found).not.toContain(fresh);
    expect(found).not.toContain("readme.txt");
  });

  test("sends a large file in parts", async () => {
    s3.requests.length = 0;
    await put(bucketStore(), Buffer.alloc(17_000_000));
    expect(s3.requests.filter((request) => request.includes("partNumber=")).length).toBeGreaterThan(1);
  });

  test("asks again when the storage fails for a moment", async () => {
    const store = bucketStore();
    s3.failNext(2);
    const key = await put(store, Buffer.from("at the third try"));
    s3.failNext(1);
    expect((await store.read(key)).toString()).toBe("at the third try");
  });
});
