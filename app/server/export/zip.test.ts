/* Read back by an independent implementation. */
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fromBuffer, type ZipFile } from "yauzl";
import { fileName, zipStream, type ZipEntry } from "./zip.ts";

async function* from(entries: ZipEntry[]) {
  yield* entries;
}

async function unzipped(entries: ZipEntry[]): Promise<[string, string, Date][]> {
  const bytes = Buffer.from(await new Response(zipStream(from(entries))).arrayBuffer());
  const file = await (promisify(fromBuffer) as (buffer: Buffer, options: object) => Promise<ZipFile>)(bytes, { lazyEntries: true });
  const read: [string, string, Date][] = [];
  await new Promise<void>((resolve, reject) => {
    file.on("entry", (entry) => {
      file.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("error", reject);
        stream.on("end", () => {
          read.push([entry.fileName, Buffer.concat(chunks).toString(), entry.getLastModDate({ timezone: "UTC" })]);
          file.readEntry();
        });
      });
    });
    file.on("end", resolve);
    file.on("error", reject);
    file.readEntry();
  });
  return read;
}

const at = new Date("2026-11-20T10:11:12Z");

test("what goes in comes out, with its names and its time", async () => {
  const large = "word ".repeat(200_000);
  const entries = [
    { name: "a.txt", content: "hello", at },
    { name: "empty.json", content: "", at },
    { name: "Åke/法律.md", content: large, at },
  ];
  expect(await unzipped(entries)).toEqual(entries.map(({ name, content }) => [name, content, at]));
  expect(await unzipped([])).toEqual([]);
});

test("two of one name are told apart", async () => {
  const names = (await unzipped(["x.md", "X.md", "x.md"].map((name) => ({ name, content: "", at })))).map(([name]) => name);
  expect(names).toEqual(["x.md", "X (2).md", "x (3).md"]);
});

test.each([
  ["../../etc/passwd", "untitled/untitled/etc/passwd"],
  ["/absolute.txt", "untitled/absolute.txt"],
  ["a\\..\\b.txt", "a .. b.txt"],
  ["CON:\u0000x\u202e.md", "CON x .md"],
])("%j stays inside", async (name, expected) => {
  expect((await unzipped([{ name, content: "x", at }])).map(([each]) => each)).toEqual([expected]);
});

test("an entry that fails breaks the stream", async () => {
  async function* failing() {
    yield { name: "a", content: "a", at };
    throw new Error("the database is gone");
  }
  await expect(new Response(zipStream(failing())).arrayBuffer()).rejects.toThrow();
});

test("a name is a name", () => {
  expect(fileName(" . ")).toBe("untitled");
  expect(fileName("What? A <title>: yes/no")).toBe("What A title yes no");
});
