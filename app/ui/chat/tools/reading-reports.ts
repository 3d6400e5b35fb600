/* What was read around the caret or in a file, and outlines of drafts. */
import { countOf, listIn, numberIn, wordListIn, wordsIn, type Fields } from "./fields.ts";
import type { Shown } from "./shown-report.ts";

export function caretReport(result: Fields): Shown {
  const subject = wordsIn(result["document"]);
  const { selection, before, after, words } = result;
  if (result["available"] === false)
    return { outcome: "nothing", title: "Nothing to read", subject, parts: [note("Why", wordsIn(result["reason"]))] };
  const count = numberIn(words);
  return {
    title: count === null ? "Text around the caret read" : `${countOf(count, "selected word")} read`,
    subject,
    parts: [
      { kind: "text", label: "Selected", text: wordsIn(selection) },
      { kind: "text", label: "Before the caret", text: wordsIn(before) },
      { kind: "text", label: "After the caret", text: wordsIn(after) },
    ],
  };
}

export function readFileReport(result: Fields, args: Fields): Shown {
  const parts = listIn(result["parts"]);
  const name = wordsIn(result["document"]) || wordsIn(args["file"]);
  if (parts.length === 0) return { outcome: "nothing", title: "Nothing read", subject: name };
  return {
    title: `${countOf(parts.length, "part")} of ${name} read`,
    subject: "",
    parts: parts.map(({ text, page }, at) => ({
      kind: "text",
      label: numberIn(page) === null ? `Part ${at + 1}` : `Page ${numberIn(page)}`,
      text: wordsIn(text),
    })),
  };
}

export function readReviewReport(result: Fields, args: Fields): Shown {
  const column = wordsIn(result["column"]);
  if (column !== "")
    return {
      title: `${countOf(numberIn(result["rows"]) ?? 0, "row")} counted by ${column}`,
      subject: "",
      parts: [
        {
          kind: "figures",
          label: "Answers",
          figures: listIn(result["values"]).map(({ value, count }) => figure(wordsIn(value), count)),
        },
      ],
    };
  const cells = listIn(result["cells"]);
  if (cells.length > 0)
    return {
      title: `${countOf(cells.length, "cell")} of ${wordsIn(result["document"])} read`,
      subject: "",
      parts: cells.map((cell) => ({
        kind: "text",
        label: wordsIn(cell["column"]),
        text: [
          wordsIn(cell["answer"]) || wordsIn(cell["state"]),
          ...listIn(cell["passages"]).map(({ words }) => `“${wordsIn(words)}”`),
        ].join("\n\n"),
      })),
    };
  const found = numberIn(result["found"]);
  if (found === null || found === 0) return { outcome: "nothing", title: "No rows found", subject: wordsIn(args["words"]) };
  return {
    title: `${countOf(found, "row")} found`,
    subject: wordsIn(args["words"]),
    parts: [
      note(
        "Read",
        listIn(result["rows"])
          .map(({ document }) => wordsIn(document))
          .join(", "),
      ),
    ],
  };
}

function figure(name: string, count: unknown) {
  return { name, value: String(numberIn(count) ?? 0), meaning: "" };
}

export function draftReport(result: Fields, args: Fields): Shown {
  const { kind, markdown, reason, template, slots, type } = result;
  if (kind === "unknown")
    return { outcome: "nothing", title: `No outline for “${wordsIn(args["type"])}”`, parts: [note("Why", wordsIn(reason))] };
  const text = { kind: "markdown", label: kind === "template" ? "Template" : "Outline", text: wordsIn(markdown) } as const;
  if (kind === "template") {
    const open = wordListIn(result["open"]);
    const filled = countOf(wordListIn(result["filled"]).length, "field");
    return {
      title: `${wordsIn(template)}: ${filled} filled in, ${open.length} left`,
      subject: "",
      parts: [{ kind: "notes", label: "Left to fill in", notes: open }, text],
    };
  }
  const name = wordsIn(type) || wordsIn(args["type"]);
  const count = numberIn(slots);
  return {
    // The title of the text takes a slot, too.
    title: count === null ? `${name} outlined` : `${name} outlined in ${countOf(Math.max(1, count - 1), "section")}`,
    parts: [text],
  };
}

function note(label: string, text: string) {
  return { kind: "notes", label, notes: text === "" ? [] : [text] } as const;
}
