import { describe, expect, test } from "vitest";
import { zipOf } from "#test/documents.ts";
import { protectedOffice } from "#test/protected-office.ts";
import { missing, wordFiles } from "#test/word-files.ts";
import { decryptOffice } from "./encrypted-office.ts";
import { readDocument } from "./read-document.ts";
import { officeLocked, Unreadable } from "./unreadable.ts";

const archive = zipOf([{ name: "word/document.xml", data: "<w:document/>".repeat(900) }]);

describe("a file with a password", () => {
  const bytes = protectedOffice(archive, "Größe 7");

  test("opens with it, and with no other", async () => {
    await expect(readDocument(bytes, "a.docx")).rejects.toThrow(officeLocked);
    expect(decryptOffice(bytes, "Größe 7").equals(archive)).toBe(true);
    expect(() => decryptOffice(bytes, "größe 7")).toThrow("That password isn’t right.");
  });

  test("damaged anywhere, it is refused with a sentence", () => {
    for (let at = 8; at < bytes.length; at += 97) {
      const broken = Buffer.from(bytes);
      broken[at]! ^= 0xff;
      try {
        decryptOffice(broken, "Größe 7");
      } catch (error) {
        expect(error).toBeInstanceOf(Unreadable);
      }
    }
    expect(() => decryptOffice(bytes.subarray(0, 700), "x")).toThrow(Unreadable);
  });
});

const marker = Buffer.from("EncryptedPackage\0", "utf16le");
const files = wordFiles("for tests")?.filter(({ bytes }) => bytes.includes(marker));

test.skipIf(!files).each(files ?? [missing])("of another program: $name", ({ bytes }) => {
  expect(decryptOffice(bytes, "VelvetSweatshop").subarray(0, 2).toString()).toBe("PK");
});
