/*
 * Word, Excel and PowerPoint files before 2007 with a password, made here in every way there is; see also
 * test/protected-old-office.ts. Files of other programs are looked for in shared data.
 */
import { describe, expect, test } from "vitest";
import { docOf, pptOf, xlsOf } from "#test/old-office.ts";
import { drawn, protectedDoc, protectedPpt, protectedXls, type Way } from "#test/protected-old-office.ts";
import { missing, officeFiles } from "#test/word-files.ts";
import { decryptOffice } from "../encrypted-office.ts";
import { readDocument } from "../read-document.ts";
import { openCompound } from "../readers/old-office/compound.ts";
import { officeLocked, Unreadable } from "../unreadable.ts";
import { keysOf } from "./keys.ts";

const password = "Größe 7";
const ways: Way[] = ["office 97", "provider, 40 bits", "provider, 56 bits", "provider, 128 bits", "xor"];
const providers = ["provider, 40 bits", "provider, 56 bits", "provider, 128 bits"] as const;

const doc = docOf(Array.from({ length: 22 }, (_, at) => `Clause ${at}: the rent is due on day ${at}, “early” – at noon.`));
const xls = xlsOf([
  ["Service", "Description of the service", "Fee"],
  ...Array.from({ length: 150 }, (_, at) => [`Filing ${at}`, "Årsredovisning", at / 2]),
]);
const ppt = pptOf([
  { title: "Term", text: "Two years\rRenewed once" },
  { title: "Fees", text: "None. ".repeat(900) },
]);

const made = [
  ...ways.map((way) => ["a.doc", way, doc, protectedDoc(doc, password, way)] as const),
  ...ways.map((way) => ["a.xls", way, xls, protectedXls(xls, password, way)] as const),
  ...providers.map((way) => ["a.ppt", way, ppt, protectedPpt(ppt, password, way)] as const),
];

describe.each(made)("%s, %s", (name, _, plain, bytes) => {
  test("opens with its password, and with no other", async () => {
    await expect(readDocument(bytes, name)).rejects.toThrow(officeLocked);
    const before = Buffer.from(bytes);
    const opened = decryptOffice(bytes, password);
    const [read, expected] = [await readDocument(opened, name), await readDocument(plain, name)];
    expect([read.kind, read.text, read.blocks]).toEqual([expected.kind, expected.text, expected.blocks]);
    expect(bytes.equals(before)).toBe(true);
    for (const other of ["größe 7", "Größe", "VelvetSweatshop", "x"])
      expect(() => decryptOffice(bytes, other)).toThrow("That password isn’t right.");
  });

  test("damaged anywhere, it is read or refused with a sentence", () => {
    const short = bytes.subarray(0, Math.floor(bytes.length / 2));
    const broken = Array.from({ length: 120 }, (_, at) => {
      const one = Buffer.from(bytes);
      one[8 + Math.floor(((bytes.length - 8) * at) / 120)]! ^= 0xff;
      return one;
    });
    for (const one of [short, ...broken])
      try {
        decryptOffice(one, password);
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable);
      }
  });
});

const streamOf = (file: Buffer, name: string) => openCompound(file).children.get(name)!.bytes();

test("nothing of the encryption is left", () => {
  const word = decryptOffice(protectedDoc(doc, password, "provider, 128 bits"), password);
  expect(streamOf(word, "WordDocument").readUInt16LE(0x0a) & 0x81_00).toBe(0);
  expect(streamOf(word, "WordDocument").readUInt32LE(0x0e)).toBe(0);
  const slides = decryptOffice(protectedPpt(ppt, password, "provider, 128 bits"), password);
  const [user, main] = [streamOf(slides, "Current User"), streamOf(slides, "PowerPoint Document")];
  expect(user.readUInt32LE(12)).toBe(0xe3_91_c0_5f);
  expect(main.readUInt32LE(user.readUInt32LE(16) + 4)).toBe(28);
  expect(streamOf(slides, "Pictures").equals(Buffer.concat([drawn, drawn]))).toBe(true);
});

test("a spreadsheet is as it was before it was protected, byte for byte", () => {
  for (const way of ways)
    expect(streamOf(decryptOffice(protectedXls(xls, password, way), password), "Workbook")).toEqual(streamOf(xls, "Workbook"));
});

test("one that would become short keeps its length, filled up with zeros", async () => {
  const rows = Array.from({ length: 150 }, (_, at) => at).map((count) =>
    xlsOf([["Fee", "Due"], ...Array.from({ length: count }, (_, at) => [at, at])]),
  );
  const short = rows.findLast((file) => streamOf(file, "Workbook").length < 4096)!;
  const bytes = protectedXls(short, password, "provider, 128 bits");
  expect(streamOf(bytes, "Workbook").length).toBeGreaterThan(4096);
  const opened = decryptOffice(bytes, password);
  expect((await readDocument(opened, "a.xls")).text).toBe((await readDocument(short, "a.xls")).text);
  const plain = streamOf(short, "Workbook");
  const padded = Buffer.concat([plain], streamOf(opened, "Workbook").length);
  expect(streamOf(opened, "Workbook").equals(padded)).toBe(true);
});

test("the key and the verifier of a known salt and password", () => {
  const info = Buffer.from(
    "01000100e8772c1d91c56a37964761b280183217c9e997d454973d310bb1ba701426837eb1de178f07e989c44dae5e4cf96ac407",
    "hex",
  );
  expect(keysOf(info, "password1")(0).toString("hex")).toBe("20bf32ddf540858c513744af0f24e03c");
  expect(() => keysOf(info, "password2")).toThrow("That password isn’t right.");
});

describe("made to harm", () => {
  const head = (change: (table: Buffer) => void) => {
    const file = protectedDoc(doc, password, "provider, 128 bits");
    const table = openCompound(file).children.get("1Table")!;
    const bytes = table.bytes();
    change(bytes);
    table.write(bytes);
    return file;
  };
  const slides = (change: (main: Buffer, edit: number) => void) => {
    const file = protectedPpt(ppt, password, "provider, 128 bits");
    const main = openCompound(file).children.get("PowerPoint Document")!;
    const bytes = main.bytes();
    change(bytes, streamOf(file, "Current User").readUInt32LE(16));
    main.write(bytes);
    return file;
  };
  const xlsHead = (change: (stream: Buffer) => void) => {
    const file = protectedXls(xls, password, "provider, 128 bits");
    const book = openCompound(file).children.get("Workbook")!;
    const bytes = book.bytes();
    change(bytes);
    book.write(bytes);
    return file;
  };
  test.each([
    ["a key of no whole bytes", head((bytes) => bytes.writeUInt32LE(57, 28))],
    ["a key of 4 billion bits", head((bytes) => bytes.writeUInt32LE(0xff_ff_ff_f8, 28))],
    ["a header longer than the file", head((bytes) => bytes.writeUInt32LE(0xff_ff_ff_f0, 8))],
    ["another cipher", head((bytes) => bytes.writeUInt32LE(0x66_0e, 20))],
    ["a way that no one knows", head((bytes) => bytes.writeUInt16LE(9, 2))],
    ["an edit that names no encryption", slides((bytes, edit) => bytes.writeUInt32LE(77, edit + 36))],
    ["a directory elsewhere", slides((bytes, edit) => bytes.writeUInt32LE(0xff_ff_ff_f0, edit + 20))],
    ["how it is encrypted, cut short", xlsHead((bytes) => bytes.writeUInt16LE(10, 22))],
    ["nothing protected at all: text", doc],
    ["nothing protected at all: a table", xls],
    ["nothing protected at all: slides", ppt],
  ])("%s", (_, bytes) => {
    expect(() => decryptOffice(bytes, password)).toThrow("protected in a way that Stet can’t open");
  });

  test("edits that follow each other around are followed once", () => {
    const bytes = slides((main, edit) => main.writeUInt32LE(edit, edit + 16));
    expect(decryptOffice(bytes, password).length).toBe(bytes.length);
  });
});

test("the sixteen bytes of an obfuscated file for every length of a password", () => {
  for (let length = 1; length <= 15; length++) {
    const words = "Stet, Größe 7~z".slice(0, length);
    const file = protectedXls(xls, words, "xor");
    expect(streamOf(decryptOffice(file, words), "Workbook").equals(streamOf(xls, "Workbook"))).toBe(true);
  }
});

const files = (officeFiles() ?? []).filter(({ name }) => /\.(?:doc|xls|ppt)$/.test(name));
test.skipIf(files.length === 0).each(files.length > 0 ? files : [missing])(
  "of another program, protected here: $name",
  async ({ name, bytes }) => {
    const before = await readDocument(bytes, name);
    for (const way of ways) {
      const isSlides = before.kind === "ppt";
      if (isSlides && (way === "xor" || way === "office 97")) continue;
      const locked =
        before.kind === "doc"
          ? protectedDoc(bytes, password, way)
          : before.kind === "xls"
            ? protectedXls(bytes, password, way)
            : protectedPpt(bytes, password, way as (typeof providers)[number]);
      await expect(readDocument(locked, name)).rejects.toThrow(officeLocked);
      const opened = decryptOffice(locked, password);
      expect((await readDocument(opened, name)).text).toBe(before.text);
      const stream = before.kind === "xls" ? (openCompound(bytes).children.has("Workbook") ? "Workbook" : "Book") : null;
      if (stream !== null) expect(streamOf(opened, stream).equals(streamOf(bytes, stream))).toBe(true);
    }
  },
);
