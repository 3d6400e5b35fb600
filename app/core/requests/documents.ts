/* A document as it is sent: whole, or as what changed since a version. */
import { z } from "zod";

/** Checks the outer shape only; `documentOf` checks it against the schema. */
export const documentJsonSchema = z.object({ type: z.literal("doc"), content: z.array(z.unknown()) });

export const blockChangeSchema = z.strictObject({
  /** Child indexes from the root; empty for the document itself. */
  path: z.array(z.int().min(0)).max(100),
  at: z.int().min(0),
  remove: z.int().min(0),
  insert: z.array(z.unknown()),
});
export type BlockChange = z.infer<typeof blockChangeSchema>;

/**
 * Sent instead of a document: the differences from the previous version. `size`
 * is the resulting content size, as a check.
 */
export const documentChangesSchema = z.strictObject({ changes: z.array(blockChangeSchema), size: z.int().min(0) });
export type DocumentChanges = z.infer<typeof documentChangesSchema>;
