/*
 * Markers as models write them: understood or shown whole, but never a lost word. The table has the forms by
 * themselves; the property puts them together at random, and streams the result in pieces.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseReply, ReplyParser, type Block } from "./reply.ts";

const patch = '{"original": "shall", "replacement": "must", "summary": "Plainer"}';
type Seen = [kind: Block["kind"], text: string][];
const seen = (blocks: readonly Block[]): Seen => blocks.map(({ kind, text }) => [kind, text]);
const draftThenBye: Seen = [
  ["draft", "Text."],
  ["text", "Bye."],
];

const forms: [form: string, reply: string, blocks: Seen][] = [
  ["plain", "BEGIN DRAFT\nText.\nEND DRAFT\nBye.", draftThenBye],
  ["words behind the end", "BEGIN DRAFT\nText.\nEND DRAFT Bye.", draftThenBye],
  ["words behind an end with a full stop", "BEGIN DRAFT\nText.\nEND DRAFT. Bye.", draftThenBye],
  ["words behind an end with a dash", "BEGIN DRAFT\nText.\nEND DRAFT – Bye.", draftThenBye],
  ["a closing tag", "<BEGIN DRAFT>\nText.\n</END DRAFT>\nBye.", draftThenBye],
  ["a closing tag with words behind it", "<BEGIN DRAFT>\nText.\n</END DRAFT> Bye.", draftThenBye],
  ["a tag closed by its own name", "<BEGIN DRAFT>\nText.\n</BEGIN DRAFT>\nBye.", draftThenBye],
  ["a bracket closed by its own name, with words behind it", "[BEGIN DRAFT]\nText.\n[/BEGIN DRAFT] Bye.", draftThenBye],
  ["lower case", "begin draft\nText.\nend draft\nBye.", draftThenBye],
  ["lower case with words behind a full stop", "begin draft\nText.\nend draft. Bye.", draftThenBye],
  ["a capital at the beginning", "Begin Draft\nText.\nEnd Draft.\nBye.", draftThenBye],
  ["bold", "**BEGIN DRAFT**\nText.\n**END DRAFT**\nBye.", draftThenBye],
  ["bold with words behind it", "**BEGIN DRAFT**\nText.\n**END DRAFT** Bye.", draftThenBye],
  ["bold italics", "***BEGIN DRAFT***\nText.\n***END DRAFT***\nBye.", draftThenBye],
  ["underscores", "__BEGIN DRAFT__\nText.\n__END DRAFT__\nBye.", draftThenBye],
  ["code", "`BEGIN DRAFT`\nText.\n`END DRAFT`\nBye.", draftThenBye],
  ["headings", "## BEGIN DRAFT\nText.\n## END DRAFT ##\nBye.", draftThenBye],
  ["a list item", "- BEGIN DRAFT\nText.\n- END DRAFT\nBye.", draftThenBye],
  ["a numbered item", "1. BEGIN DRAFT\nText.\n2. END DRAFT\nBye.", draftThenBye],
  ["a numbered item with a bracket", "1) **BEGIN DRAFT**\nText.\nEND DRAFT\nBye.", draftThenBye],
  ["a bullet", "• BEGIN DRAFT\nText.\n• END DRAFT\nBye.", draftThenBye],
  ["a quotation", "> BEGIN DRAFT\nText.\n> END DRAFT\nBye.", draftThenBye],
  ["square brackets", "[BEGIN DRAFT]\nText.\n[END DRAFT]\nBye.", draftThenBye],
  ["curly brackets", "{BEGIN DRAFT}\nText.\n{END DRAFT}\nBye.", draftThenBye],
  ["round brackets", "(BEGIN DRAFT)\nText.\n(END DRAFT)\nBye.", draftThenBye],
  ["quotation marks", "“BEGIN DRAFT”\nText.\n“END DRAFT”\nBye.", draftThenBye],
  ["straight quotation marks", '"BEGIN DRAFT"\nText.\n"END DRAFT"\nBye.', draftThenBye],
  ["an underscore between", "BEGIN_DRAFT\nText.\nEND_DRAFT\nBye.", draftThenBye],
  ["a hyphen between", "BEGIN-DRAFT\nText.\nEND-DRAFT\nBye.", draftThenBye],
  ["two spaces between", "BEGIN  DRAFT\nText.\nEND  DRAFT\nBye.", draftThenBye],
  ["no-break spaces", "BEGIN\u00a0DRAFT\nText.\n\u00a0END\u00a0DRAFT\u00a0\nBye.", draftThenBye],
  ["narrow no-break spaces", "BEGIN\u202fDRAFT\nText.\nEND\u202fDRAFT\u202f\nBye.", draftThenBye],
  ["a byte order mark", "\ufeffBEGIN DRAFT\nText.\nEND DRAFT\nBye.", draftThenBye],
  ["a space of no width", "\u200bBEGIN DRAFT\nText.\n\u200bEND DRAFT\u200b\nBye.", draftThenBye],
  ["CRLF", "BEGIN DRAFT\r\nText.\r\nEND DRAFT\r\nBye.", draftThenBye],
  ["CRLF, with words behind it", "BEGIN DRAFT\r\nText.\r\nEND DRAFT Bye.\r\n", draftThenBye],
  ["a colon", "BEGIN DRAFT:\nText.\nEND DRAFT:\nBye.", draftThenBye],
  ["an exclamation mark", "BEGIN DRAFT!\nText.\nEND DRAFT!\nBye.", draftThenBye],
  ["an ellipsis", "BEGIN DRAFT…\nText.\nEND DRAFT…\nBye.", draftThenBye],
  ["rules", "--- BEGIN DRAFT ---\nText.\n--- END DRAFT ---\nBye.", draftThenBye],
  ["tables' strokes", "| BEGIN DRAFT |\nText.\n| END DRAFT |\nBye.", draftThenBye],
  ["a text on the line of both", "BEGIN DRAFT Text. END DRAFT\nBye.", draftThenBye],
  ["an end behind the words", "BEGIN DRAFT\nText. END DRAFT\nBye.", draftThenBye],
  ["a bold end behind the words", "BEGIN DRAFT\nText. **END DRAFT**\nBye.", draftThenBye],
  ["a closing tag behind the words", "<BEGIN DRAFT>\nText.</END DRAFT>\nBye.", draftThenBye],
  [
    "an unclosed fence in it",
    "BEGIN DRAFT\n```\nText.\nEND DRAFT\nBye.",
    [
      ["draft", "```\nText."],
      ["text", "Bye."],
    ],
  ],
  [
    "an unclosed fence in it, with words behind the end",
    "BEGIN DRAFT\n```\nText.\nEND DRAFT Bye.",
    [
      ["draft", "```\nText."],
      ["text", "Bye."],
    ],
  ],
  [
    "an unclosed fence in it, and a bold end",
    "BEGIN DRAFT\n```\nText.\n**END DRAFT**\nBye.",
    [
      ["draft", "```\nText."],
      ["text", "Bye."],
    ],
  ],
  [
    "an unclosed fence in it, and a lower-case end",
    "begin draft\n```\nText.\nend draft\nBye.",
    [
      ["draft", "```\nText."],
      ["text", "Bye."],
    ],
  ],
  ["fenced as a whole", "```\nBEGIN DRAFT\nText.\nEND DRAFT\n```\nBye.", draftThenBye],
  [
    "fenced as a whole, behind words",
    "So:\n```\nBEGIN DRAFT\nText.\nEND DRAFT\n```\nBye.",
    [["text", "So:\n```\nBEGIN DRAFT\nText.\nEND DRAFT\n```\nBye."]],
  ],
  [
    "fenced inside",
    "BEGIN DRAFT\n```markdown\nText.\n```\nEND DRAFT\nBye.",
    [
      ["draft", "```markdown\nText.\n```"],
      ["text", "Bye."],
    ],
  ],
  [
    "a lower-case WRITE with words behind its end",
    "begin write\nText.\nend write. Done.",
    [
      ["write", "Text."],
      ["text", "Done."],
    ],
  ],
  [
    "a sentence that begins with the words",
    "begin write\nText.\nEnd write access for guests.\nend write",
    [["write", "Text.\nEnd write access for guests."]],
  ],
  ["a one-line PATCH", `BEGIN PATCH ${patch} END PATCH`, [["patch", patch]]],
  ["a one-line PATCH in lower case", `begin patch ${patch} end patch`, [["text", `begin patch ${patch} end patch`]]],
  [
    "a one-line PATCH with words around it",
    `Here: BEGIN PATCH ${patch} END PATCH Done.`,
    [
      ["text", "Here:"],
      ["patch", patch],
      ["text", "Done."],
    ],
  ],
  [
    "a lower-case PATCH with words behind its end",
    `begin patch\n${patch}\nend patch I hope this helps`,
    [
      ["patch", patch],
      ["text", "I hope this helps"],
    ],
  ],
  [
    "words behind a beginning that is none, and its end",
    "BEGIN DRAFT like this:\n\nText.\n\nEND DRAFT\n\nBye.",
    [["text", "BEGIN DRAFT like this:\n\nText.\n\nEND DRAFT\n\nBye."]],
  ],
  [
    "a one-line PATCH of several lines",
    `BEGIN PATCH [${patch},\n${patch}] END PATCH\nDone.`,
    [
      ["patch", `[${patch},\n${patch}]`],
      ["text", "Done."],
    ],
  ],
  [
    "a fenced PATCH",
    `BEGIN PATCH\n\`\`\`json\n${patch}\n\`\`\`\nEND PATCH\nDone.`,
    [
      ["patch", `\`\`\`json\n${patch}\n\`\`\``],
      ["text", "Done."],
    ],
  ],
  [
    "words that are none",
    "The draft begins. Begin drafting now.\nEnd drafts with a greeting.",
    [["text", "The draft begins. Begin drafting now.\nEnd drafts with a greeting."]],
  ],
];

function streamed(reply: string, cuts: readonly number[]): Block[] {
  const parser = new ReplyParser();
  let at = 0;
  for (const cut of cuts) {
    parser.push(reply.slice(at, cut));
    at = cut;
  }
  parser.push(reply.slice(at));
  parser.end();
  return parser.blocks;
}

describe.each(forms)("%s", (_, reply, blocks) => {
  test("is read", () => expect(seen(parseReply(reply))).toEqual(blocks));
  test("cut at every position, in two and in single characters, it is the same", () => {
    const whole = parseReply(reply);
    for (let cut = 1; cut < reply.length; cut++) expect(streamed(reply, [cut])).toEqual(whole);
    expect(
      streamed(
        reply,
        Array.from(reply, (_char, i) => i),
      ),
    ).toEqual(whole);
  });
});

/** Words that no marker has, so that a lost one can be told from a marker. */
const word = fc.constantFrom(
  "rent",
  "due",
  "§ 5",
  "1,450",
  "ünder",
  "so.",
  "(a)",
  "“said”",
  "a*b",
  "x_y",
  "#7",
  "[[1]]",
  "– and",
  "end",
  "write",
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const around: [string, string][] = [
  ["", ""],
  ["**", "**"],
  ["## ", ""],
  ["- ", ""],
  ["1. ", ""],
  ["<", ">"],
  ["[", "]"],
  ["`", "`"],
  ["> ", ""],
  ["--- ", " ---"],
  ["", "."],
  ["", ":"],
  ["\u00a0", "\u00a0"],
];
const marker = fc
  .record({
    verb: fc.constantFrom("BEGIN", "END"),
    kind: fc.constantFrom("DRAFT", "WRITE", "PATCH"),
    gap: fc.constantFrom(" ", "\u00a0", "_"),
    around: fc.constantFrom(...around),
    isLower: fc.boolean(),
  })
  .map(({ verb, kind, gap, around: [before, after], isLower }) => {
    const said = `${verb}${gap}${kind}`;
    return `${before}${isLower ? said.toLowerCase() : said}${after}`;
  });
const fence = fc.constantFrom("```", "```json", "~~~");
const piece = fc.oneof({ weight: 3, arbitrary: marker }, { weight: 3, arbitrary: line }, { weight: 1, arbitrary: fence });
const glue = fc.constantFrom("\n", "\n", "\n", " ", " ", "\r\n", "\n\n");
const answer = fc.array(fc.tuple(piece, glue), { minLength: 1, maxLength: 14 }).map((all) => all.flat().join(""));

/** What a reader would miss: letters, figures and § outside of markers. */
const signs = (text: string) =>
  text
    .replaceAll(/(?:BEGIN|END)[ \u00a0_](?:DRAFT|WRITE|PATCH)/gi, " ")
    .replaceAll("json", " ")
    .replaceAll(/\b1\.(?=\s|$)/g, " ")
    .replaceAll(/[^\p{L}\p{N}§“”(),]/gu, "");

test("whatever markers stand among them, every word is shown, and cut anywhere it is the same", () => {
  fc.assert(
    fc.property(answer, fc.array(fc.nat(), { maxLength: 12 }), (reply, places) => {
      const whole = parseReply(reply);
      expect(signs(whole.map(({ text }) => text).join("\n"))).toBe(signs(reply));
      const cuts = places.map((place) => place % (reply.length + 1)).toSorted((a, b) => a - b);
      expect(streamed(reply, cuts)).toEqual(whole);
    }),
    { numRuns: 3000, seed: 20261123 },
  );
});
