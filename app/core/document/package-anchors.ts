/* Where a draft's blocks and a counterpart's changes are in the Word file the draft was made from. */
import { z } from "zod";

const number = z.int().min(0);

export const packageAnchorsSchema = z.object({
  /** For each text block of the imported document, the numbers of its paragraphs in the file. */
  blocks: z.array(z.array(number)),
  /** For each imported change, its range in the imported text. */
  changes: z.array(z.tuple([number, number])),
  /** For each picture of the imported document, its number among the drawings of the file. */
  drawings: z.array(number).optional(),
  /** For each change that inserts rows, the numbers of the paragraphs of their text blocks. */
  insertedRows: z.array(z.array(z.array(number)).nullable()).optional(),
});
export type PackageAnchors = z.infer<typeof packageAnchorsSchema>;
