/* Prompts as files: what is asked, what is put in, and what stays as it is. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fillPrompt,
  keysIn,
  nameOf,
  promptOfText,
  promptRefusals,
  readPrompt,
  writePrompt,
  type LibraryPrompt,
} from "./prompt-file.ts";

function read(source: string): LibraryPrompt {
  const found = readPrompt(source);
  if ("refusal" in found) throw new Error(found.refusal);
  return found.prompt;
}
const file = (body: string, fields = "") => `---\nkind: prompt\nname: P\n${fields}---\n\n${body}\n`;

describe("what a prompt asks", () => {
  test("a name in braces is a text field, in the order of the text, once", () => {
    const { fields } = read(file("Write to {{ client_name }} about {{matter}}, for {{client_name}}."));
    expect(fields.map(({ name, type, label }) => [name, type, label])).toEqual([
      ["client_name", "text", "client name"],
      ["matter", "text", "matter"],
    ]);
  });

  test("the head gives types, labels and defaults", () => {
    const head =
      "fields:\n  by: { type: date, label: deadline }\n  tone: { type: choice, label: Tone, options: [firm, friendly], default: firm }\n";
    const prompt = read(file("{{tone}}, before {{by}}", head));
    expect(prompt.fields.map(({ name, type, initial }) => [name, type, initial])).toEqual([
      ["tone", "choice", "firm"],
      ["by", "date", ""],
    ]);
    expect(promptRefusals(prompt, { by: "2026-02-31", tone: "loud" })).toEqual({
      by: "Enter a date that exists, as year-month-day: 2027-01-31.",
      tone: "Choose one of: firm, friendly.",
    });
  });

  test.each(["{{#if x}}", "{{ two words }}", "{{", "{{}}", "{{a}", "{{a\n}}", "{{client.name}}", "${{ 1 }}", "{ {a} }"])(
    "%j is no field: it stays as it is",
    (words) => {
      const prompt = read(file(`Say ${words} as it is.`));
      expect([prompt.fields, fillPrompt(prompt, {})]).toEqual([[], `Say ${words} as it is.`]);
    },
  );

  test("a party has parts, and only those that stand in the text are asked", () => {
    const prompt = read(file("{{client}}, {{client.address}}", "fields:\n  client: { type: party, label: Client }\n"));
    expect([...keysIn(prompt)]).toEqual(["client", "client.address"]);
    expect(fillPrompt(prompt, { client: "Acme", "client.address": "" })).toBe("Acme, [Client: address]");
  });

  test.each([
    ["no kind", "---\nname: P\n---\n\nWords", "The head of a prompt has a line “kind: prompt”."],
    ["no name", "---\nkind: prompt\n---\n\nWords", "The prompt has no name. Add a line “name: …” to its head."],
    ["no words", "---\nkind: prompt\nname: P\n---\n\n", "The prompt has no words below its head."],
    [
      "a field that is not used",
      file("Words", "fields:\n  a: { type: text }\n"),
      "The field “a” is not used. Put {{a}} into the text, or remove it.",
    ],
    ["a list", file("{{a}}", "fields:\n  a: { type: list, label: A }\n"), "Field “a”: A prompt has no lists."],
    [
      "an unknown part",
      file("{{a}} {{a.fax}}", "fields:\n  a: { type: party, label: A }\n"),
      "“{{a.fax}}” is unknown. Only a party has parts: {{name.number}}, {{name.address}}, {{name.signatory}}.",
    ],
    ["too long", file("x".repeat(20_001)), "A prompt can have at most 20,000 characters."],
  ])("%s is refused with a reason", (_, source, refusal) => {
    expect(readPrompt(source)).toEqual({ refusal });
  });
});

describe("filling it in", () => {
  test("entered text keeps its lines and marks; numbers and dates read as in the prompt’s language", () => {
    const head = "language: sv\nfields:\n  day: { type: date, label: dag }\n  sum: { type: money, label: summa, currency: SEK }\n";
    const prompt = read(file("{{day}}: {{sum}}\n\n{{text}}", head));
    const values = { day: "2026-11-29", sum: "12500", text: "**A**\n\n- [b]\n- $& {{day}}" };
    expect(fillPrompt(prompt, values)).toBe(
      "29 november 2026: 12 500 SEK\n\n**A**\n\n- [b]\n- $& {{day}}".replace("12 500", "12\u00a0500"),
    );
  });

  test("what is not entered stays in brackets", () => {
    expect(fillPrompt(read(file("To {{reader}}: {{ text }}")), { reader: " " })).toBe("To [reader]: [text]");
  });

  test("as much may be entered as a composer holds, and no more", () => {
    const prompt = read(file("{{text}}"));
    expect(promptRefusals(prompt, { text: "x".repeat(50_000) })).toEqual({});
    expect(promptRefusals(prompt, { text: "x".repeat(50_001) })).toEqual({ text: "Use at most 50,000 characters." });
  });
});

describe("words of the composer", () => {
  test("whatever they are, can be saved and read again", () => {
    const words = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 3_000 }),
      fc.stringMatching(/^[{}a-c .\n-]{1,60}$/),
    );
    fc.assert(
      fc.property(words, (text) => {
        const plain = text.replaceAll("\r\n", "\n").trim();
        if (plain === "") return;
        const prompt = read(writePrompt(promptOfText(plain)));
        expect(prompt.body).toBe(plain);
        if (prompt.fields.length === 0) expect(fillPrompt(prompt, {})).toBe(plain);
      }),
      { numRuns: 400 },
    );
  });

  test("are named by their first line", () => {
    expect(nameOf("## Summarize:  the\ttext\nin two lines")).toBe("Summarize: the text");
    expect(nameOf(`${"word ".repeat(40)}`)).toMatch(/^(word ){10,11}word…$/);
    expect(nameOf("x".repeat(200))).toBe(`${"x".repeat(59)}…`);
    expect(promptOfText("One\n\nTwo").summary).toBe("One Two");
    expect(promptOfText("One").summary).toBe("");
  });

  test("hold the file’s own marks without being taken for them", () => {
    const text = '---\nkind: clause\n---\n: "quoted" # no comment';
    expect(read(writePrompt(promptOfText(text))).body).toBe(text);
  });
});
