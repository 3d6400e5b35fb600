import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseReply, replaceBlockText, ReplyParser, replyText, type Block, type BlockChange } from "./reply.ts";

const patch = '{"original": "shall", "replacement": "must", "summary": "Plainer"}';

/** Kind, state and text of each block, as shown to a reader. */
type Seen = [kind: Block["kind"], state: Block["state"], text: string][];
const seen = (blocks: readonly Block[]): Seen => blocks.map(({ kind, state, text }) => [kind, state, text]);

const fixtures: [name: string, reply: string, blocks: Seen][] = [
  ["plain text", "Hello.\n\nSecond paragraph.", [["text", "closed", "Hello.\n\nSecond paragraph."]]],
  ["nothing", "", []],
  ["white space only", " \n\n\t\n", []],
  [
    "a draft between text",
    "Here it is:\n\nBEGIN DRAFT\n# Title\n\nBody.\nEND DRAFT\n\nShall I go on?",
    [
      ["text", "closed", "Here it is:"],
      ["draft", "closed", "# Title\n\nBody."],
      ["text", "closed", "Shall I go on?"],
    ],
  ],
  [
    "all kinds at once",
    `<think>\nPlan: draft, then BEGIN PATCH.\n</think>\n\nSure.\nBEGIN DRAFT\nA\nEND DRAFT\nBEGIN PATCH\n${patch}\nEND PATCH\nBEGIN WRITE\nW\nEND WRITE\nDone.`,
    [
      ["reasoning", "closed", "Plan: draft, then BEGIN PATCH."],
      ["text", "closed", "Sure."],
      ["draft", "closed", "A"],
      ["patch", "closed", patch],
      ["write", "closed", "W"],
      ["text", "closed", "Done."],
    ],
  ],
  [
    "decorated markers and CRLF",
    "Ok\r\n\r\n---=== BEGIN DRAFT ===---\r\nLine one\r\nLine two\r\n**<END DRAFT>**\r\n### [BEGIN WRITE]\r\nText\r\n`END WRITE`\r\n",
    [
      ["text", "closed", "Ok"],
      ["draft", "closed", "Line one\r\nLine two"],
      ["write", "closed", "Text"],
    ],
  ],
  [
    "more decoration",
    "<<<BEGIN_PATCH>>>\n" + patch + "\n<!-- END PATCH -->\n> BEGIN **DRAFT**\nx\n```END DRAFT```\n~~ BEGIN WRITE: ~~\ny",
    [
      ["patch", "closed", patch],
      ["draft", "closed", "x"],
      ["write", "open", "y"],
    ],
  ],
  [
    "markers in a line are words",
    "I write BEGIN DRAFT before a draft.\nBEGIN DRAFT is a marker.\nBEGIN\nEND\nBEGINDRAFT\nBEGIN DRAFTS\nbegin draft mode\nBEGIN LETTER",
    [
      [
        "text",
        "closed",
        "I write BEGIN DRAFT before a draft.\nBEGIN DRAFT is a marker.\nBEGIN\nEND\nBEGINDRAFT\nBEGIN DRAFTS\nbegin draft mode\nBEGIN LETTER",
      ],
    ],
  ],
  [
    "markers in fenced code are code",
    "The form is:\n\n```text\nBEGIN DRAFT\n...\nEND DRAFT\n<think>\n```\n\n1. So:\n   ~~~~\n   BEGIN WRITE\n   ~~~\n   END WRITE\n   ~~~~\n\nBEGIN WRITE\nreal\nEND WRITE",
    [
      [
        "text",
        "closed",
        "The form is:\n\n```text\nBEGIN DRAFT\n...\nEND DRAFT\n<think>\n```\n\n1. So:\n   ~~~~\n   BEGIN WRITE\n   ~~~\n   END WRITE\n   ~~~~",
      ],
      ["write", "closed", "real"],
    ],
  ],
  [
    "a fence round a whole answer",
    "~~~~markdown\nBEGIN DRAFT\nDear Ms Lind,\n\n```\ncode\n```\nEND DRAFT\n~~~~\n\nShall I send it?\n```\nBEGIN DRAFT\n```",
    [
      ["draft", "closed", "Dear Ms Lind,\n\n```\ncode\n```"],
      ["text", "closed", "Shall I send it?\n```\nBEGIN DRAFT\n```"],
    ],
  ],
  [
    "a fence round patches, behind words",
    "Done:\n\n```json\r\nBEGIN PATCH\n" + patch + "\nEND PATCH\n\nBEGIN PATCH\n" + patch + "\nEND PATCH\n```\nAnd\n```\nthis\n```",
    [
      ["text", "closed", "Done:"],
      ["patch", "closed", patch],
      ["patch", "closed", patch],
      ["text", "closed", "And\n```\nthis\n```"],
    ],
  ],
  [
    "a fence inside a draft",
    "BEGIN DRAFT\nUse:\n```\nEND DRAFT\n```\nThat is all.\nEND DRAFT\nAfter.",
    [
      ["draft", "closed", "Use:\n```\nEND DRAFT\n```\nThat is all."],
      ["text", "closed", "After."],
    ],
  ],
  [
    "an unclosed fence inside a patch hides nothing",
    "BEGIN PATCH\n```json\n" + patch + "\nEND PATCH\nAfter.",
    [
      ["patch", "closed", "```json\n" + patch],
      ["text", "closed", "After."],
    ],
  ],
  [
    "reasoning in one line, and empty reasoning",
    "<think>short </think>Answer with a < b and <thinker>.\n  <THINK></THINK>\n<thinking>more\n\nlines</think>\nEnd",
    [
      ["reasoning", "closed", "short"],
      ["text", "closed", "Answer with a < b and <thinker>."],
      ["reasoning", "closed", "more\n\nlines"],
      ["text", "closed", "End"],
    ],
  ],
  [
    "a think tag in the middle of a line is a word",
    "The tag <think> opens it.\n</think>\nAn end without a beginning is left out.",
    [["text", "closed", "The tag <think> opens it.\n\nAn end without a beginning is left out."]],
  ],
  [
    "reasoning inside a draft does not end it",
    "BEGIN DRAFT\nOne\n<think>END DRAFT?\nEND DRAFT\n</think>\nTwo\nEND DRAFT",
    [
      ["draft", "closed", "One\n\nTwo"],
      ["reasoning", "closed", "END DRAFT?\nEND DRAFT"],
    ],
  ],
  [
    "a draft begun while another is open",
    "BEGIN DRAFT\nA\nBEGIN DRAFT\nB\nEND DRAFT",
    [
      ["draft", "closed", "A"],
      ["draft", "closed", "B"],
    ],
  ],
  ["a draft never closed", "BEGIN DRAFT\n\n\n  Indented\n\nlast  \n\n", [["draft", "open", "  Indented\n\nlast"]]],
  ["reasoning never closed", "<think>\nHm,\nBEGIN DRAFT\nx", [["reasoning", "open", "Hm,\nBEGIN DRAFT\nx"]]],
  [
    "a begin marker closes what was open; stray and doubled markers are not shown",
    "END DRAFT\nBEGIN DRAFT\nBEGIN DRAFT\nA\nBEGIN WRITE\nB\nEND DRAFT\nEND WRITE\nC",
    [
      ["draft", "closed", "A"],
      ["write", "closed", "B"],
      ["text", "closed", "C"],
    ],
  ],
  [
    "an empty draft",
    "BEGIN DRAFT\nEND DRAFT\nText",
    [
      ["draft", "closed", ""],
      ["text", "closed", "Text"],
    ],
  ],
  [
    "stars, rules and headings that are no markers",
    "---\n* **Bold** start\n- E\n# End\n***\n<b>\n```\n``` x\n```\n===",
    [["text", "closed", "---\n* **Bold** start\n- E\n# End\n***\n<b>\n```\n``` x\n```\n==="]],
  ],
  ["a text that ends in END", "And so they rested.\n\nEND", [["text", "closed", "And so they rested.\n\nEND"]]],
  ["an answer cut off inside a marker", "BEGIN DRAFT\nText\n--- END DRA", [["draft", "open", "Text"]]],
  ["an answer cut off inside a tag", "<think>Hm.</thi", [["reasoning", "open", "Hm."]]],
  [
    "a line of nothing but decoration, too long for a marker",
    `${"-".repeat(200)}\nBEGIN WRITE\n${"=".repeat(130)}BEGIN\nEND WRITE`,
    [
      ["text", "closed", "-".repeat(200)],
      ["write", "closed", `${"=".repeat(130)}BEGIN`],
    ],
  ],
];

/** Markers as small models write them: either recognized, or shown in full. */
const seenForms: typeof fixtures = [
  [
    "words behind an end",
    "BEGIN WRITE\nText.\nEND WRITE Done.",
    [
      ["write", "closed", "Text."],
      ["text", "closed", "Done."],
    ],
  ],
  [
    "a full stop behind it",
    "BEGIN DRAFT\nText.\nEND DRAFT.\nBye.",
    [
      ["draft", "closed", "Text."],
      ["text", "closed", "Bye."],
    ],
  ],
  [
    "an end tag",
    "<BEGIN DRAFT>\nText.\n</END DRAFT>\nBye.",
    [
      ["draft", "closed", "Text."],
      ["text", "closed", "Bye."],
    ],
  ],
  [
    "small letters",
    "begin draft\nText.\nEnd Draft\nBye.",
    [
      ["draft", "closed", "Text."],
      ["text", "closed", "Bye."],
    ],
  ],
  [
    "bold",
    "**BEGIN DRAFT**\nText.\n**END DRAFT** Bye.",
    [
      ["draft", "closed", "Text."],
      ["text", "closed", "Bye."],
    ],
  ],
  [
    "words before a beginning",
    "Sure. BEGIN DRAFT\nText.\nEND DRAFT",
    [
      ["text", "closed", "Sure."],
      ["draft", "closed", "Text."],
    ],
  ],
  [
    "bold behind words",
    "Sure: **BEGIN DRAFT**\nText.\nEND DRAFT",
    [
      ["text", "closed", "Sure:"],
      ["draft", "closed", "Text."],
    ],
  ],
  [
    "words before an end",
    "BEGIN DRAFT\nText. END DRAFT\nBye.",
    [
      ["draft", "closed", "Text."],
      ["text", "closed", "Bye."],
    ],
  ],
  ["a text on the line of its beginning", "BEGIN DRAFT Dear Sir,\nText.\nEND DRAFT", [["draft", "closed", "Dear Sir,\nText."]]],
  [
    "a patch on one line",
    `Here: BEGIN PATCH\n${patch}\nEND PATCH\nBEGIN PATCH [${patch}] END PATCH\nBEGIN PATCH ${patch} END PATCH Done.`,
    [
      ["text", "closed", "Here:"],
      ["patch", "closed", patch],
      ["patch", "closed", `[${patch}]`],
      ["patch", "closed", patch],
      ["text", "closed", "Done."],
    ],
  ],
  [
    "a fence that was left open in a draft",
    "BEGIN DRAFT\nUse:\n```\ncode\nEND DRAFT\nBye.\n```js\nx\n```",
    [
      ["draft", "closed", "Use:\n```\ncode"],
      ["text", "closed", "Bye.\n```js\nx\n```"],
    ],
  ],
  [
    "and two such drafts",
    "BEGIN DRAFT\n```\na\nEND DRAFT\nand\nBEGIN DRAFT\nb\nEND DRAFT",
    [
      ["draft", "closed", "```\na"],
      ["text", "closed", "and"],
      ["draft", "closed", "b"],
    ],
  ],
  [
    "words that are none",
    "The form is BEGIN DRAFT then END DRAFT, as said.\nEND DRAFT is how it ends.\nTHE END\nBEGIN DRAFT is first.\nWe BEGIN",
    [
      [
        "text",
        "closed",
        "The form is BEGIN DRAFT then END DRAFT, as said.\nEND DRAFT is how it ends.\nTHE END\nBEGIN DRAFT is first.\nWe BEGIN",
      ],
    ],
  ],
  [
    "an end that speaks of another",
    "BEGIN DRAFT\nEND PATCH is a marker.\nEND DRAFT",
    [["draft", "closed", "END PATCH is a marker."]],
  ],
];

test.each(seenForms)("in pieces of 1, 3 and 7 characters as at once: %s", (_, reply, blocks) => {
  for (const size of [1, 3, 7]) {
    const parser = new ReplyParser();
    const changes: BlockChange[] = [];
    for (let at = 0; at < reply.length; at += size) changes.push(...parser.push(reply.slice(at, at + size)));
    changes.push(...parser.end());
    expect(replay(changes)).toEqual(blocks);
    expect(seen(parser.blocks)).toEqual(blocks);
  }
});

/** Rebuilds the blocks from the changes alone. */
function replay(changes: readonly BlockChange[]): Seen {
  const blocks: Seen = [];
  for (const change of changes) {
    if (change.type === "open") {
      expect(change.index).toBe(blocks.length);
      blocks.push([change.kind, "open", ""]);
    } else if (change.type === "grow") blocks[change.index]![2] += change.text;
    else blocks[change.index]![1] = "closed";
  }
  return blocks;
}

describe.each([...fixtures, ...seenForms])("%s", (_, reply, blocks) => {
  test("is read", () => expect(seen(parseReply(reply))).toEqual(blocks));

  test("on every prefix, what is shown stays", () => {
    for (let length = 0; length <= reply.length; length++) {
      const prefix = parseReply(reply.slice(0, length), { live: true });
      for (const [i, block] of prefix.entries()) {
        expect(block.kind).toBe(blocks[i]?.[0]);
        expect(blocks[i]?.[2].startsWith(block.text)).toBe(true);
        if (block.state === "closed") expect(block.text).toBe(blocks[i]?.[2]);
      }
    }
  });

  test("one character at a time, and from the changes alone", () => {
    const parser = new ReplyParser();
    const changes = [...reply].flatMap((char) => parser.push(char));
    changes.push(...parser.end());
    expect(parser.blocks).toEqual(parseReply(reply));
    expect(replay(changes)).toEqual(blocks);
  });

  test("knows where each text stands", () => {
    for (const block of parseReply(reply)) {
      const text = reply.slice(block.start, block.end);
      if (!text.includes("<think>")) expect(text).toBe(block.text);
    }
  });
});

const pieces = fc.constantFrom(
  ..."BEGIN DRAFT|END DRAFT|END DRAFT.|</END DRAFT>|begin write|end write|. BEGIN PATCH|} END PATCH|BEGIN PATCH|END PATCH|BEGIN WRITE|END WRITE|BEGIN |END|<think>|</think>|<thi|</|```|~~~|---|**|> |`|\n|\n\n|\r\n| |word|å𝄞|{|}|[|]|<|>|#".split(
    "|",
  ),
  "\n",
);
const noise = fc.array(pieces, { maxLength: 60 }).map((list) => list.join(""));
const cuts = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 40 });

test("a marker is the same wherever the answer was cut: glued to a word, or with signs behind it", () => {
  for (const reply of [
    "BEGIN WRITE} END PATCHEND WRITE",
    "BEGIN DRAFT\nx END WRITEEND DRAFT",
    "BEGIN WRITE\nBEGIN DRAFT#END WRITE",
    "BEGIN DRAFT\r\nEND DRAFT.---",
  ]) {
    const parser = new ReplyParser();
    for (const char of reply) parser.push(char);
    parser.end();
    expect(parser.blocks).toEqual(parseReply(reply));
  }
});

test("any chunking = whole", () => {
  fc.assert(
    fc.property(noise, cuts, (reply, sizes) => {
      const parser = new ReplyParser();
      const changes: BlockChange[] = [];
      for (let at = 0, i = 0; at < reply.length; i++) {
        const size = 1 + sizes[i % sizes.length]!;
        changes.push(...parser.push(reply.slice(at, at + size)));
        at += size;
      }
      changes.push(...parser.end());
      expect(parser.blocks).toEqual(parseReply(reply));
      expect(replay(changes)).toEqual(seen(parser.blocks));
    }),
    { numRuns: 2000 },
  );
});

test("on any prefix of anything, what is shown stays", () => {
  fc.assert(
    fc.property(noise, fc.nat(), (reply, cut) => {
      const whole = parseReply(reply);
      const prefix = parseReply(reply.slice(0, cut % (reply.length + 1)), { live: true });
      for (const [i, block] of prefix.entries()) {
        expect(whole[i]?.kind).toBe(block.kind);
        expect(whole[i]?.text.startsWith(block.text)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "BEGIN ",
  "-",
  "<",
  "</think",
  "`",
  "```\n",
  "\n",
  " \n",
  "<think>",
  "END DRAFT\n",
  "BEGIN DRAFT\n",
  "=".repeat(119) + "\n",
  '{"',
  "\\",
  "\r",
])("100 KB of %j are read, whole and in single characters", (piece) => {
  for (const head of ["", "<think>", "BEGIN PATCH\n", "BEGIN DRAFT\n```\n"]) {
    const reply = head + piece.repeat(100_000 / piece.length);
    const parser = new ReplyParser();
    for (const char of reply) parser.push(char);
    parser.end();
    expect(seen(parser.blocks)).toEqual(seen(parseReply(reply)));
  }
});

describe("a patch", () => {
  const reading = (reply: string, live = false) => {
    const block = parseReply(reply, { live }).find((b) => b.kind === "patch");
    return block?.kind === "patch" ? block.reading : undefined;
  };

  test("is read once it is closed, not before", () => {
    expect(reading(`BEGIN PATCH\n${patch}\n`, true)).toBeUndefined();
    expect(reading(`BEGIN PATCH\n${patch}\nEND PATCH\n`, true)?.patches).toHaveLength(1);
  });

  test("that was never closed is read when the answer has ended", () => {
    expect(reading(`BEGIN PATCH\n${patch}`)?.patches).toHaveLength(1);
    expect(reading('BEGIN PATCH\n{"original": "a')?.problems).toEqual(["The change was cut off before it was complete."]);
  });

  test("with broken JSON keeps its raw text and says why", () => {
    const block = parseReply('BEGIN PATCH\n{"original": oops}\nEND PATCH')[0];
    expect(block).toMatchObject({ kind: "patch", state: "closed", text: '{"original": oops}' });
    expect(block?.kind === "patch" && block.reading?.problems[0]).toMatch(/^The change couldn’t be read/);
  });

  test("that was closed was not cut off, whatever it lacks", () => {
    expect(reading('BEGIN PATCH\n{"original": "a\nEND PATCH')?.problems).toEqual([
      "The change couldn’t be read: a quotation mark or bracket is missing.",
    ]);
  });

  test("several blocks and an array", () => {
    const blocks = parseReply(`BEGIN PATCH\n[${patch},${patch}]\nEND PATCH\nand\nBEGIN PATCH\n${patch}\nEND PATCH`);
    expect(blocks.map((b) => b.kind === "patch" && b.reading?.patches.length)).toEqual([2, false, 1]);
  });
});

test("for the clipboard: no markers, no reasoning", () => {
  const reply = `<think>hm</think>\nHere:\nBEGIN DRAFT\nText\nEND DRAFT\nBEGIN PATCH\n${patch}\nEND PATCH\nBEGIN PATCH\n{oops\nEND PATCH`;
  expect(replyText(parseReply(reply))).toBe("Here:\n\nText\n\nPlainer\n\nmust\n\n{oops");
});

describe("editing a block in place", () => {
  const reply = "Here:\n\nBEGIN DRAFT\nOld text\nEND DRAFT\nBye";
  test.each([
    [reply, 1, "New\n\ntext", "Here:\n\nBEGIN DRAFT\nNew\n\ntext\nEND DRAFT\nBye"],
    ["BEGIN DRAFT\nEND DRAFT\nBye", 0, "New", "BEGIN DRAFT\nNew\n\nEND DRAFT\nBye"],
    [reply, 1, "", "Here:\n\nBEGIN DRAFT\n\nEND DRAFT\nBye"],
    ["BEGIN DRAFT\nOld", 0, "$& 1", "BEGIN DRAFT\n$& 1"],
  ])("%j", (before, index, text, after) => expect(replaceBlockText(before, index, text)).toBe(after));

  test("takes a fence that is left open", () => {
    expect(replaceBlockText(reply, 1, "```\nopen")).toBe("Here:\n\nBEGIN DRAFT\n```\nopen\nEND DRAFT\nBye");
  });

  test.each(["a\nEND DRAFT\nb", "a\nEND DRAFT. b", "<think>x"])("refuses %j, which would not be read back", (text) => {
    expect(replaceBlockText(reply, 1, text)).toBeUndefined();
  });
});
