/* Where the writer is in the editor next to the chat: the selection and the text around the caret. */
import { z } from "zod";
import type { Tool } from "./tool.ts";

const input = z.object({});

export const caretContextTool: Tool<z.infer<typeof input>> = {
  name: "caretContext",
  description:
    "Answers with what the writer has selected in the editor beside this chat and the text before and after the caret, or says that no editor is open.",
  input,
  async execute(_, context) {
    const selection = context.editorSelection;
    const { openDraft } = context;
    if (openDraft) {
      const selected = selection?.trim() ? { selection, words: selection.trim().split(/\s+/).length } : {};
      return { available: true, document: openDraft.name, ...openDraft.caret, ...selected };
    }
    if (selection === null) return { available: false, reason: "No editor is open beside this chat." };
    if (selection.trim() === "") return { available: false, reason: "An editor is open, but no text is selected in it." };
    return { available: true, selection, words: selection.trim().split(/\s+/).length };
  },
};
