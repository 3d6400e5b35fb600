/*
 * What goes with a question that is asked beside an open draft: where the caret
 * is, and the passages that the writer has chosen. The text itself is not sent:
 * the server has it, saved just before.
 */
import { z } from "zod";
import { contextBlocksMax } from "./context-blocks.ts";

/** So much of the text on either side of the caret. */
export const caretCharacters = 600;

export const draftContextSchema = z.object({
  draftId: z.uuid(),
  caret: z.object({ before: z.string().max(caretCharacters), after: z.string().max(caretCharacters) }).nullable(),
  blocks: z
    .array(z.object({ type: z.enum(["heading", "paragraph"]), content: z.string().max(1_200) }))
    .max(contextBlocksMax)
    .default([]),
});
export type DraftContext = z.infer<typeof draftContextSchema>;
