/* A counterpart's tracked change in an imported file, and the decision on it. */
import { z } from "zod";
import type { Patch } from "./patch.ts";

export const decisionSchema = z.object({ decision: z.enum(["accepted", "rejected"]).nullable() });
export type Decision = z.infer<typeof decisionSchema>["decision"];

export type ImportedChange = { id: string; patch: Patch & { author?: string; date?: string }; decision: Decision };
