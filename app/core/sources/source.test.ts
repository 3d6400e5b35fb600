import { describe, expect, test } from "vitest";
import {
  amendedSentence,
  citedLaw,
  hostOf,
  isPdfDocument,
  isTextDocument,
  lawDates,
  sourceDocumentId,
  sourceHost,
  sourceListLabel,
  sourceMetadata,
  sourceName,
  truncate,
  type Source,
} from "./source.ts";

const source = (fields: Partial<Source> = {}): Source => ({ id: "s", type: "file", name: "Contract.docx", ...fields });

test.each<[metadata: Source["metadata"], read: object]>([
  [undefined, {}],
  [{ pageCount: 3 }, { pageCount: 3 }],
  ['{"pageCount":3,"court":"HD"}', { pageCount: 3, court: "HD" }],
  ['{"pageCount":"3","fileType":"text/plain"}', { fileType: "text/plain" }],
  ["not json", {}],
  ["[1]", {}],
  ["null", {}],
])("metadata %j", (metadata, read) => expect(sourceMetadata({ metadata })).toEqual(read));

test.each<[fields: Partial<Source>, id: string | undefined]>([
  [{ documentId: "a", document_id: "b" }, "a"],
  [{ document_id: "b", metadata: { documentId: "c" } }, "b"],
  [{ metadata: { documentId: "c" } }, "c"],
  [{ metadata: '{"documentId":"d"}' }, "d"],
  [{ documentId: "" }, undefined],
  [{}, undefined],
])("the document's id in %j", (fields, id) => expect(sourceDocumentId(source(fields))).toBe(id));

test.each<[fields: Partial<Source>, kind: "text" | "pdf" | "other"]>([
  [{ name: "a.txt" }, "text"],
  [{ name: "A.TXT" }, "text"],
  [{ name: "a", metadata: '{"fileType":"text/markdown"}' }, "text"],
  [{ name: "a.pdf" }, "other"],
  [{ name: "a", metadata: { fileType: "application/PDF" } }, "pdf"],
  [{ name: "txt" }, "other"],
])("%j is %s", (fields, kind) => {
  expect(isTextDocument(source(fields))).toBe(kind === "text");
  expect(isPdfDocument(source(fields))).toBe(kind === "pdf");
});

test("the name a reader sees", () => {
  expect(sourceName(source())).toBe("Contract.docx");
  expect(sourceName(source({ displayName: "The contract" }))).toBe("The contract");
  expect(sourceName(source({ name: "SFS_1982_80_Lag om anställningsskydd.txt" }))).toBe("(80:1982) Lag om anställningsskydd");
});

describe("hosts", () => {
  test.each<[url: string, host: string | undefined]>([
    ["https://www.example.com/a?b#c", "example.com"],
    ["http://example.com:8080/", "example.com:8080"],
    ["https://bank.com@evil.example/", "evil.example"],
    ["https://bank.com%2F@evil.example/", "evil.example"],
    ["https://аpple.com/", "xn--pple-43d.com"],
    ["https://www.com/", "www.com"],
    ["HTTPS://EXAMPLE.COM", "example.com"],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["example.com", undefined],
    ["", undefined],
  ])("%j", (url, host) => expect(hostOf(url)).toBe(host));

  test("only web sources have one", () => {
    expect(sourceHost(source({ type: "web", description: "https://a.example/" }))).toBe("a.example");
    expect(sourceHost(source({ type: "web", name: "https://b.example/" }))).toBe("b.example");
    expect(sourceHost(source({ description: "https://a.example/" }))).toBeUndefined();
  });

  test("25 characters in the list", () => {
    const long = source({ type: "web", description: "https://a-very-long-host-name.example.com/" });
    expect(sourceListLabel(long)).toBe("a-very-long-host-name.exa…");
    expect(sourceListLabel(source())).toBe("Contract.docx");
  });
});

test("a character is never cut in two", () => {
  expect(truncate("ab𝄞𝄞", 3)).toBe("ab𝄞…");
  expect(truncate("a𝄞𝄞", 3)).toBe("a𝄞𝄞");
  expect(truncate("", 3)).toBe("");
});

describe("law", () => {
  const law = (metadata: Record<string, string>, rest: Partial<Source> = {}): Source => ({
    id: "x",
    type: "edgar",
    name: "x",
    metadata,
    ...rest,
  });

  test.each<[Source, string | undefined]>([
    [law({ inForce: "2002-01-01", inForceTo: "2019-06-30" }), "in force from 2002-01-01 to 2019-06-30"],
    [law({ inForceTo: "2019-06-30", version: "2018-01-01" }), "in force to 2019-06-30, text in force on 2018-01-01"],
    [law({ version: "2026-03-01", inForce: "2002-01-01" }), "in force since 2002-01-01, text in force on 2026-03-01"],
    [law({ version: "2025-02-20" }, { jurisdiction: "US" }), "filed 2025-02-20"],
    [law({ version: "2014-05-13", ref: "CELEX 62012CJ0131:25" }), "decided 2014-05-13"],
    [law({}), undefined],
  ])("its dates (%#)", (source, said) => expect(lawDates(source)).toBe(said));

  test.each<[Source, string | undefined]>([
    [law({ version: "2026-03-01" }), undefined],
    [law({ version: "2026-03-01" }, { amended: { isRepealed: false } }), "Amended since: this is the text in force on 2026-03-01."],
    [law({ version: "2026-03-01" }, { amended: { isRepealed: true } }), "Repealed since: this is the text in force on 2026-03-01."],
    [law({}, { amended: { isRepealed: false } }), "Amended since: this is the text the answer was written from."],
    [
      law({ ref: "SFS 1982:80:7", inForceOn: "2019-03-01", inForce: "2002-01-01", inForceTo: "2022-06-29" }),
      "Not the current wording: in force from 2002-01-01 to 2022-06-29.",
    ],
    [law({ ref: "x", inForceOn: "2024-03-01", inForce: "2022-06-30" }, { id: "x" }), undefined],
  ])("whether it still applies (%#)", (source, said) => expect(amendedSentence(source)).toBe(said));

  test("what answers cite of it, once each", () => {
    const messages = [{ sources: [law({ ref: "a" }), law({ ref: "b" })] }, {}, { sources: [law({ ref: "a" }), law({})] }];
    expect(citedLaw(messages)).toEqual(["a", "b"]);
  });
});
