/*
 * Tool servers that are programs on this machine (stdio). Only a file that the administrator names in TOOL_PROGRAMS can
 * say which: no screen and no request can make Stet run a command. In the form that other clients use:
 *
 * { "mcpServers": { "notes": { "command": "notes-server", "args": ["--read-only"], "env": {}, "everyone": true } } }
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Person } from "#core/workspace/policy.ts";
import { mayAdminister } from "#core/workspace/policy.ts";

export type ToolProgram = {
  name: string;
  description: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  /** Otherwise administrators only. */
  everyone: boolean;
};

const fileSchema = z.object({
  mcpServers: z.record(
    z.string().min(1).max(40),
    z.object({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
      description: z.string().max(200).default(""),
      everyone: z.boolean().default(false),
    }),
  ),
});

/** Read once, at the start: what is wrong with the file is said there. */
export function readToolPrograms(path: string | undefined): ToolProgram[] {
  if (path === undefined) return [];
  try {
    const { mcpServers } = fileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    return Object.entries(mcpServers).map(([name, program]) => Object.assign(program, { name }));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
    throw new Error(`TOOL_PROGRAMS: ${path} could not be read. ${reason}`, { cause: error });
  }
}

export function programsFor(me: Person, programs: readonly ToolProgram[]): ToolProgram[] {
  return programs.filter(({ everyone }) => everyone || mayAdminister(me));
}
