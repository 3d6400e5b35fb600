/* How a review is looked at, as it is asked for. */
import { z } from "zod";
import { reviewLimits } from "../review/review.ts";
import { cellStatesToShow, plainView, type ReviewView } from "../review/view.ts";

const column = z.uuid();

const viewSchema = z.strictObject({
  sort: z.strictObject({ by: z.union([column, z.literal("document")]), isDescending: z.boolean() }).nullable(),
  group: column.nullable(),
  filters: z
    .array(
      z.strictObject({
        column,
        states: z.array(z.enum(cellStatesToShow)).max(cellStatesToShow.length),
        values: z.array(z.string().max(reviewLimits.answer)).max(100),
      }),
    )
    .max(reviewLimits.columns),
}) satisfies z.ZodType<ReviewView>;

/** Null if it cannot be read. */
export function readView(text: string | undefined): ReviewView | null {
  if (text === undefined || text === "") return plainView;
  try {
    return viewSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
