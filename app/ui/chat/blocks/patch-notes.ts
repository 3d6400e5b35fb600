/* What became of each change of a patch block, on this device: by the block's name, and in it by the change's place. */
import type { AppliedPatch } from "#core/patch.ts";
import { patchNotes } from "./device-notes.ts";

export type PatchNotes = Record<string, { applied?: AppliedPatch; rejected?: true }>;

export function readNotes(block: string): PatchNotes {
  return parseNotes(patchNotes.read(block));
}

export function parseNotes(json: string | null): PatchNotes {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return typeof value === "object" && value !== null ? (value as PatchNotes) : {};
  } catch {
    return {};
  }
}

/** Null: nothing has been done with it yet. */
export function writeNote(block: string, index: number, note: PatchNotes[string] | null): void {
  const { [index]: _, ...others } = readNotes(block);
  const after = note === null ? others : { ...others, [index]: note };
  patchNotes.write(block, Object.keys(after).length === 0 ? null : JSON.stringify(after));
}
