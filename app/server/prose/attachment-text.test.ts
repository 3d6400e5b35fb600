import { describe, expect, test } from "vitest";
import { readAttachment, textOfHtml } from "./attachment-text.ts";

const dataUrl = (text: string | Buffer, type = "text/plain") =>
  `data:${type};base64,${Buffer.from(text as string).toString("base64")}`;
const textOf = (name: string, url: string, contentType?: string) => {
  const reading = readAttachment({ name, url, ...(contentType === undefined ? {} : { contentType }) });
  return "text" in reading ? reading.text : reading;
};

describe("text files", () => {
  test.each([
    ["a.txt", dataUrl("Smörgås 😀"), "Smörgås 😀"],
    ["a.md", "data:,%23%20Title", "# Title"],
    ["a.txt", dataUrl(Buffer.from([0xff, 0xfe, 0x41, 0x00])), "A"],
    ["a.txt", dataUrl("\ufeffBOM"), "BOM"],
    ["old.txt", dataUrl(Buffer.from([0x53, 0x6d, 0xf6, 0x72])), "Smör"],
    ["notes", dataUrl("plain", "text/plain;charset=utf-8"), "plain"],
    ["data.json", dataUrl("{}", "application/json"), "{}"],
    ["empty.txt", "data:text/plain,", ""],
  ])("%s", (name, url, expected) => {
    expect(textOf(name, url)).toBe(expected);
  });

  test.each([
    ["contract.pdf", dataUrl("%PDF", "application/pdf"), /PDF files cannot be read/],
    ["letter.docx", dataUrl("PK", "application/zip"), /Word files cannot be read/],
    ["photo.png", dataUrl("x", "image/png"), /image files cannot be read/],
    ["a.txt", "https://example.org/a.txt", /no content/],
    ["a.txt", "data:text/plain,%E0%A4%A", /not a valid data URL/],
    ["a.txt", dataUrl("a\0b"), /binary/],
  ])("%s is refused with the reason", (name, url, reason) => {
    expect(textOf(name, url)).toMatchObject({ unreadable: expect.stringMatching(reason) });
  });
});

test("HTML without its tags, scripts and comments", () => {
  const html =
    "<head><title>x</title></head><h1>A &amp; B</h1><script>alert('<p>')</script><p>One<br>two &sect;&nbsp;3 &#8211; &#x41;</p><!-- no --><ul><li>a<li>b</ul> 1 < 2";
  expect(textOfHtml(html)).toBe("A & B\n\nOne\ntwo § 3 – A\n\na\nb\n\n1 < 2");
});

test("an e-mail: subject, people, and the plain part", () => {
  const mail = [
    "From: =?utf-8?q?J=C3=B6rg?= <j@example.org>",
    "Subject: =?utf-8?B?w4Rua3VuZ2Vu?=",
    "Content-Type: multipart/alternative;",
    '  boundary="XX"',
    "",
    "--XX",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Die K=C3=BCndigung gilt=",
    " ab Mai.",
    "",
    "Gru=C3=9F",
    "--XX",
    "Content-Type: text/html",
    "",
    "<p>html</p>",
    "--XX--",
  ].join("\r\n");
  expect(textOf("a.eml", dataUrl(mail, "message/rfc822"))).toBe(
    "From: Jörg <j@example.org>\nSubject: Änkungen\n\nDie Kündigung gilt ab Mai.\n\nGruß",
  );
});
