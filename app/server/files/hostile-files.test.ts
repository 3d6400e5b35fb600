/*
 * Attacks D01 to D05: files made to harm the reader. Each yields an error message or is read as
 * plain text, and the next file is read normally.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { docxOf, docxParts, pdfFile, pdfOf, zipOf } from "#test/documents.ts";
import { createExtraction, type Extraction } from "./extraction.ts";

const withBody = (data: string | Buffer, claimedSize?: number) => [
  ...docxParts(["x"]).filter(({ name }) => name !== "word/document.xml"),
  { name: "word/document.xml", data, ...(claimedSize !== undefined && { claimedSize }) },
];

let extraction: Extraction;
const faults: string[] = [];
beforeAll(() => {
  extraction = createExtraction({ seconds: 15, children: 1, onFault: (fault) => faults.push(fault) });
});
afterAll(() => extraction.close());

const read = (name: string, bytes: Buffer) => extraction.extract({ name, bytes });
const sentence = async (name: string, bytes: Buffer) => {
  const extracted = await read(name, bytes);
  return extracted.ok ? `read as ${extracted.document.kind}` : extracted.sentence;
};

describe("D01: a name that lies", () => {
  test("a program called .pdf is refused", async () => {
    expect(await sentence("invoice.pdf", Buffer.from("MZ\x90\x00\x03\x00\x00\x00This program cannot be run", "latin1"))).toContain(
      "is a program",
    );
  });
  test("a page called .txt is read as the page it is, without its script", async () => {
    const extracted = await read("notes.txt", Buffer.from("<html><body><script>steal()</script><p>Hello</p></body></html>"));
    expect(extracted.ok && [extracted.document.kind, extracted.document.text]).toEqual(["html", "Hello"]);
  });
  test("an archive called .docx is refused", async () => {
    expect(await sentence("agreement.docx", zipOf([{ name: "setup.exe", data: "MZ" }]))).toContain("is an archive, not a document");
  });
  test("an archive that begins as a PDF is a damaged PDF, and never unpacked", async () => {
    const polyglot = Buffer.concat([Buffer.from("%PDF-1.7\n"), zipOf([{ name: "setup.exe", data: "MZ" }])]);
    expect(await sentence("both.pdf", polyglot)).toContain("PDF is damaged");
  });
  test("noise is refused", async () => {
    expect(await sentence("notes.txt", Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 256)))).toContain(
      "neither text nor a document",
    );
  });
});

describe("D03: archives that promise little and hold much", () => {
  test("a bomb", async () => {
    expect(await sentence("bomb.docx", zipOf(withBody(Buffer.alloc(60 * 1024 * 1024, "a"))))).toContain(
      "far more than its stated size",
    );
  });
  test("a bomb that lies about its size", async () => {
    expect(await sentence("bomb.docx", zipOf(withBody(Buffer.alloc(60 * 1024 * 1024, "a"), 1_000)))).toMatch(/damaged|promises/);
  });
  test("100,000 entries", async () => {
    // The directory states the number of entries; none need exist.
    const end = Buffer.from(zipOf([{ name: "a", data: "" }]));
    end.writeUInt16LE(60_000, end.length - 14);
    end.writeUInt16LE(60_000, end.length - 12);
    expect(await sentence("many.docx", end)).toContain("60000 parts");
  });
  test("an archive in an archive is never unpacked", async () => {
    const inner = zipOf(withBody(Buffer.alloc(20 * 1024 * 1024, "a")));
    expect(
      await sentence("nested.docx", zipOf([...docxParts(["One line."]), { name: "word/embeddings/a.docx", data: inner }])),
    ).toBe("read as docx");
  });
  test("elements without end", async () => {
    const deep = `<w:document xmlns:w="w">${"<w:p>".repeat(100_000)}`;
    expect(await sentence("deep.docx", zipOf(withBody(deep)))).toContain("nested too deeply");
  });
});

function unpacksWithoutEnd(): Buffer {
  let stream = Buffer.from("0 0 m 1 1 l S\n".repeat(40_000_000 / 14));
  for (let layer = 0; layer < 2; layer++) stream = deflateSync(stream, { level: 9 });
  return pdfFile([
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] >>"),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
      stream,
      Buffer.from("\nendstream"),
    ]),
  ]);
}

describe("D04: a small PDF that unpacks without end", () => {
  test("its child is ended in time, and another file is read meanwhile", async () => {
    const hasty = createExtraction({ seconds: 120, secondsForSmall: 3, children: 2 });
    // Not small, so that a busy machine has time to read it.
    const plain = { name: "plain.txt", bytes: Buffer.from("An honest line.\n".repeat(70_000)) };
    const bomb = unpacksWithoutEnd();
    expect(bomb.length).toBeLessThan(4_000);
    const waiting = hasty.extract({ name: "bomb.pdf", bytes: bomb });
    expect((await hasty.extract(plain)).ok).toBe(true);
    expect(await waiting).toEqual({ ok: false, sentence: expect.stringMatching(/took too long|more memory/) });
    expect((await hasty.extract(plain)).ok).toBe(true);
    await hasty.close();
  });
});

describe("D04: many such files at once, and small ones that take long", () => {
  test("a person who gives six keeps another waiting for none of them", async () => {
    const hasty = createExtraction({ seconds: 120, children: 2 });
    const slow = unpacksWithoutEnd();
    let isDone = 0;
    const theirs = Array.from({ length: 6 }, async () => {
      const extracted = await hasty.extract({ name: "slow.pdf", bytes: slow, person: "A" });
      isDone++;
      return extracted;
    });
    expect((await hasty.extract({ name: "plain.txt", bytes: Buffer.from("Mine."), person: "B" })).ok).toBe(true);
    // In a single shared queue, five would have to finish before a slot is free.
    expect(isDone).toBeLessThan(5);
    await hasty.close();
    await Promise.all(theirs);
  });

  test("a run of 150,000 spaces is read", async () => {
    const spaces = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t xml:space="preserve">a${" ".repeat(150_000)}b</w:t></w:r></w:p></w:body></w:document>`;
    expect(await sentence("spaces.docx", zipOf(withBody(spaces)))).toBe("read as docx");
  });
});

describe("D05: a Word file that reaches outside", () => {
  const typed = (declaration: string) =>
    zipOf([
      ...docxParts(["x"]).filter(({ name }) => name !== "word/document.xml"),
      {
        name: "word/document.xml",
        data: `<?xml version="1.0"?>${declaration}<w:document xmlns:w="w"><w:p><w:t>&e;</w:t></w:p></w:document>`,
      },
    ]);
  test("a document type, an external entity, a billion laughs", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("secret");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const declaration of [
      "<!DOCTYPE w:document>",
      `<!DOCTYPE d [<!ENTITY e SYSTEM "${address}/entity">]>`,
      `<!DOCTYPE d SYSTEM "${address}/type">`,
      '<!DOCTYPE d [<!ENTITY e "file:///etc/passwd">]>',
    ])
      expect(await sentence("entity.docx", typed(declaration))).toContain("declares its own document type");
    const template = zipOf([
      ...docxParts(["x"]),
      {
        name: "word/_rels/settings.xml.rels",
        data: `<Relationships><Relationship Id="r1" Type="x/attachedTemplate" Target="${address}/evil.dotm" TargetMode="External"/></Relationships>`,
      },
    ]);
    expect(await sentence("template.docx", template)).toContain("loads part of itself");
    expect(asked).toEqual([]);
    server.close();
  });
});

test("after all of this an honest file is read, and no reader has failed", async () => {
  expect(await sentence("honest.docx", docxOf(["One line."]))).toBe("read as docx");
  expect(await sentence("honest.pdf", pdfOf([["One line."]]))).toBe("read as pdf");
  expect(faults).toEqual([]);
});
