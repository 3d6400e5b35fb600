/*
 * Sent with a question about an open draft: the caret and the passages the
 * writer chose. The text isn't sent: it was just saved to the server.
 */
import { z } from "zod";
import { caretCharacters, contextBlocksMax } from "./context-blocks.ts";

export const draftContextSchema = z.object({
  draftId: z.uuid(),
  caret: z.object({ before: z.string().max(caretCharacters), after: z.string().max(caretCharacters) }).nullable(),
  blocks: z
    .array(z.object({ type: z.enum(["heading", "paragraph"]), content: z.string().max(1_200) }))
    .max(contextBlocksMax)
    .default([]),
});
export type DraftContext = z.infer<typeof draftContextSchema>;
