/* What is selected in the editor beside the chat. */
import { z } from "zod";
import type { Tool } from "./tool.ts";

const input = z.object({});

export const caretContextTool: Tool<z.infer<typeof input>> = {
  name: "caretContext",
  title: "Reading the editor",
  description:
    "Answers with the text that the writer has selected in the editor beside this chat, or says that no editor is open or nothing is selected.",
  input,
  async execute(_, context) {
    const selection = context.editorSelection;
    if (selection === null) return { available: false, reason: "No editor is open beside this chat." };
    if (selection.trim() === "") return { available: false, reason: "An editor is open, but no text is selected in it." };
    return { available: true, selection, words: selection.trim().split(/\s+/).length };
  },
};
