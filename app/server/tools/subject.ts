/*
 * The text a tool works on: the text it was given, else a file attached to the chat, else what is
 * open in the editor, else the nearest text of the chat. Naming none saves a model from repeating
 * a whole document.
 */
import { z } from "zod";
import type { ToolContext } from "./tool.ts";
import type { SubjectInput } from "./tool.ts";

export const maxToolText = 400_000;

export const subjectFields = {
  text: z
    .string()
    .max(maxToolText)
    .optional()
    .describe(
      "The text to work on. Leave out for the open document (its selection, else all of it), or else the newest text in the chat.",
    ),
  attachment: z.string().max(300).optional().describe("Name of a file attached to this chat to work on instead of `text`."),
};

/** Throws a message that a model or a reader can act on. */
export async function subjectText(input: SubjectInput, context: ToolContext): Promise<string> {
  const text = await findText(input, context);
  if (text.length > maxToolText)
    throw new Error(`The text is longer than ${maxToolText.toLocaleString("en-GB")} characters. Give a part of it.`);
  return text;
}

async function findText(input: SubjectInput, context: ToolContext): Promise<string> {
  const given = await givenText(input, context);
  if (given !== null) return given;
  if (context.editorSelection?.trim()) return context.editorSelection;
  if (context.openDraft?.text.trim()) return context.openDraft.text;
  const nearest = await givenText(context.nearestText() ?? {}, context);
  if (nearest !== null) return nearest;
  throw new Error("There is no text to work on. Give `text`, or the name of an attached file as `attachment`.");
}

async function givenText({ text, attachment }: SubjectInput, context: ToolContext): Promise<string | null> {
  if (text !== undefined && text.trim() !== "") return text;
  if (attachment === undefined) return null;
  const files = await context.files(attachment);
  const file = files.findLast((one) => one.name === attachment);
  if (!file) {
    const names = files.map((one) => one.name).join(", ") || "none";
    throw new Error(`No file named “${attachment}” is attached to this chat. Attached: ${names}.`);
  }
  if ("unreadable" in file) throw new Error(file.unreadable);
  return file.document.text;
}
