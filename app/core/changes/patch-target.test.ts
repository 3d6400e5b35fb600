import { describe, expect, test } from "vitest";
import { choosePatchTarget, textsWithin, type PatchTarget } from "./patch-target.ts";

describe("the text within a message", () => {
  test.each([
    ["a request and a colon", "Please fix this: The the cat sat.", "The the cat sat."],
    ["quotation marks", 'Fix the grammar of "Their is many reason to go home." please', "Their is many reason to go home."],
    [
      "German quotation marks",
      "Korrigiere bitte „Der Mieter zahlen die Miete am Ersten.“",
      "Der Mieter zahlen die Miete am Ersten.",
    ],
    [
      "a blank line",
      "Proofread\n\nThe tenant shall pays rent.\n\nThe landlord agree.",
      "The tenant shall pays rent.\n\nThe landlord agree.",
    ],
    ["a fence", "Shorten\n```\nOne line.\n```\nthanks", "One line."],
    ["nothing but the text", "The the cat sat.", "The the cat sat."],
  ])("%s", (_, message, expected) => {
    expect(textsWithin(message)[0]?.text).toBe(expected);
  });

  test("each knows where it is, and the whole message is the last resort", () => {
    const message = 'Fix: "The the cat sat on the mat." Thank you.';
    for (const { start, text } of textsWithin(message)) expect(message.slice(start, start + text.length)).toBe(text);
    expect(textsWithin(message).at(-1)?.text).toBe(message);
  });

  test.each([
    [
      'Delete the sentence "Nobody knew who had built it.".\n\nIt was old. Nobody knew who had built it. It stood.',
      "It was old. Nobody knew who had built it. It stood.",
    ],
    [
      "Streiche „Niemand wusste, wer es gebaut hatte.“:\n\nAlt. Niemand wusste, wer es gebaut hatte.",
      "Alt. Niemand wusste, wer es gebaut hatte.",
    ],
  ])("a quotation that names words of the text is not the text: %s", (message, text) => {
    expect(textsWithin(message)[0]?.text).toBe(text);
  });

  test("a word that is spoken about is not the text", () => {
    expect(textsWithin('Replace "utilise" everywhere').map(({ text }) => text)).toEqual(['Replace "utilise" everywhere']);
  });
});

describe("the text a change is about", () => {
  const target = (name: string, text: string): PatchTarget => ({ name, kind: "message", text });
  const near = target("near", "The tenant pays rent.");
  const far = target("far", "The tenant pays rent. The landlord keeps the deposit.");

  test("is the nearest that holds all of the passages", () => {
    expect(choosePatchTarget([near, far], [{ original: "pays rent" }])?.name).toBe("near");
  });
  test("is the one that holds most of them", () => {
    expect(choosePatchTarget([near, far], [{ original: "pays rent" }, { original: "the deposit" }])?.name).toBe("far");
  });
  test("is found whatever the quotation marks and spaces", () => {
    expect(choosePatchTarget([target("a", "He said “go  home” twice.")], [{ original: 'said "go home"' }])?.name).toBe("a");
  });
  test("is a draft whose words are marked, or that was changed since", () => {
    const draft: PatchTarget = { name: "d", kind: "draft", text: "The **tenant** *pays* rent." };
    expect(choosePatchTarget([draft], [{ original: "The tenant pays" }])?.name).toBe("d");
    expect(choosePatchTarget([{ ...draft, now: "The **lessee** pays." }], [{ original: "The lessee pays" }])?.name).toBe("d");
    expect(choosePatchTarget([target("m", "The **tenant** pays.")], [{ original: "The tenant pays" }])).toBeNull();
  });
  test("is none when nothing is found", () => {
    expect(choosePatchTarget([near, far], [{ original: "a banana" }, { original: "" }])).toBeNull();
  });
});
