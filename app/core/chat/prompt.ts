/* A saved prompt. It belongs to one person, in one workspace. */
import { z } from "zod";

export const promptSchema = z.object({ text: z.string().trim().min(1).max(20_000) });
export const mostPrompts = 200;

export type Prompt = { id: string; text: string };
