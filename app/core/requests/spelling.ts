/* Changes to a person's spelling memory, as a device sends them. */
import { z } from "zod";

const word = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .transform((text) => text.toLowerCase());

const name = z.string().min(1).max(600);

const atOnce = 5000;

export const spellingChangeSchema = z.object({
  added: z.array(word).max(atOnce).default([]),
  removed: z.array(word).max(atOnce).default([]),
  /** Findings dismissed in this draft, by name. */
  draftId: z.uuid().optional(),
  ignored: z.array(name).max(atOnce).default([]),
});
export type SpellingChange = z.infer<typeof spellingChangeSchema>;
