/*
 * A set of questions for reviews, as a file of the library: front matter with `kind: questions`, and below it a heading
 * for each column, with its question and, on lines of their own, the form of the answer and the choices.
 */
import { oneOf, Refusal, refuseUnknown, textOf } from "../templates/front-fields.ts";
import { FrontMatterError, readFrontMatter } from "../templates/front-matter.ts";
import { jurisdictions, templateLimits, type TemplateJurisdiction } from "../templates/template.ts";
import { proseLanguages, type ProseLanguage } from "../text/sentences.ts";
import { columnFormats, reviewLimits, type NewColumn } from "./review.ts";

export type QuestionSet = {
  name: string;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  summary: string;
  columns: readonly NewColumn[];
};

const known = ["name", "kind", "jurisdiction", "language", "summary"];

export function readQuestions(source: string): { questions: QuestionSet } | { refusal: string } {
  try {
    if (source.length > templateLimits.source) throw new Refusal("The file is too long for a set of questions.");
    const { front, body } = readFrontMatter(source);
    if (front["kind"] !== "questions") throw new Refusal("The head of a set of questions has a line “kind: questions”.");
    refuseUnknown(front, known, "the head of a set of questions");
    const name = textOf(front, "name", templateLimits.name);
    if (name === "") throw new Refusal("The set has no name. Add a line “name: …” to its head.");
    const [before = "", ...parts] = body.split(/^## +/mu);
    if (before.trim() !== "") throw new Refusal("Words above the first question belong to none. Begin each with “## Heading”.");
    if (parts.length === 0) throw new Refusal("The set has no questions. Begin each with a line “## Heading of the column”.");
    if (parts.length > reviewLimits.columns) throw new Refusal(`A set can have at most ${reviewLimits.columns} questions.`);
    const columns = parts.map(columnOf);
    const jurisdiction = oneOf(front, "jurisdiction", jurisdictions, "any");
    return {
      questions: {
        name,
        jurisdiction,
        language: oneOf(front, "language", proseLanguages, "en"),
        summary: textOf(front, "summary"),
        columns,
      },
    };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FrontMatterError) return { refusal: error.message };
    throw error;
  }
}

function columnOf(part: string): NewColumn {
  const [label = "", ...lines] = part.split("\n").map((line) => line.trim());
  if (label === "" || label.length > reviewLimits.label)
    throw new Refusal(`A heading of a column has 1 to ${reviewLimits.label} characters.`);
  const refuse = (sentence: string) => new Refusal(`Column “${label}”: ${sentence}`);
  let [format, choices]: [NewColumn["format"], string[]] = ["text", []];
  const question: string[] = [];
  for (const line of lines.filter(Boolean)) {
    const [, key = "", value = ""] = /^(answer|choices):\s*(.*)$/iu.exec(line) ?? [];
    if (key === "") question.push(line);
    else if (key.toLowerCase() === "choices")
      choices = value
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
    else {
      const found = columnFormats.find((one) => one === value.toLowerCase());
      if (found === undefined) throw refuse(`“${value}” is no form of an answer. It is one of: ${columnFormats.join(", ")}.`);
      format = found;
    }
  }
  if (question.length === 0 || question.join(" ").length > reviewLimits.question) throw refuse("It needs a question.");
  if (format === "choice" && choices.length < 2) throw refuse("Give at least two choices, as in “Choices: yes, no”.");
  if (choices.length > reviewLimits.choices) throw refuse(`It can have at most ${reviewLimits.choices} choices.`);
  return { label, question: question.join(" "), format, choices: format === "choice" ? choices : [] };
}

/** The file of a table’s questions; read again, they are the same. */
export function writeQuestions(name: string, columns: readonly NewColumn[]): string {
  const parts = columns.map(({ label, question, format, choices }) =>
    [
      `## ${label}`,
      ...(format === "text" ? [] : [`Answer: ${format}`]),
      ...(choices.length > 0 ? [`Choices: ${choices.join(", ")}`] : []),
      question.replaceAll(/\s+/g, " "),
    ].join("\n"),
  );
  return `---\nkind: questions\nname: ${JSON.stringify(name)}\n---\n\n${parts.join("\n\n")}\n`;
}

/** What a new set begins as. */
export const newQuestionsSource = `---
kind: questions
name: Untitled questions
summary: What documents they are for.
---

## Parties
Answer: list
Who are the parties to this agreement?

## Rent
Answer: amount
How much is the rent per month?

## Renews
Answer: choice
Choices: Automatically, By agreement, Not at all
How is the agreement renewed?
`;
