import { expect, test } from "vitest";
import { addFiles, attachmentLabel, fileData, fileSize } from "./attachment.ts";

test.each([
  ["contract.pdf", "", "PDF"],
  ["Contract v2.DOCX", "", "DOCX"],
  ["notes.tar.gz", "", "GZ"],
  ["README", "", "FILE"],
  ["scan", "application/pdf", "PDF"],
  ["letter", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "DOCX"],
  ["a.txt", "application/pdf", "TXT"],
  ["ends with a dot.", "", "FILE"],
  ["no. extension here", "", "FILE"],
  [".env", "", "ENV"],
])("%j (%s) is labelled %s", (name, type, label) => expect(attachmentLabel(name, type)).toBe(label));

test("the hidden field is a JSON list of names", () => {
  expect(fileData([{ name: 'a "b".pdf' }, { name: "ö.txt" }])).toBe('["a \\"b\\".pdf","ö.txt"]');
  expect(fileData([])).toBe("[]");
});

test.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [999_999, "1,000 kB"],
  [1_250_000, "1.3 MB"],
  [2.5e12, "2,500 GB"],
])("%i bytes are %s", (bytes, shown) => expect(fileSize(bytes, "en")).toBe(shown));

test("what fits is added, what does not is named, the same file is one", () => {
  const file = (name: string, size: number) => ({ name, size, lastModified: 1 });
  const limits = { files: 3, bytes: 100 };
  const result = addFiles([file("a", 10)], [file("a", 10), file("big", 95), file("b", 80), file("c", 5), file("d", 1)], limits);
  expect(result.files.map((one) => one.name)).toEqual(["a", "b", "c"]);
  expect(result.refused).toEqual([
    "The files of a message can be at most 100 byte in total. big was left out.",
    "A message can have at most 3 files. d was left out.",
  ]);
});
