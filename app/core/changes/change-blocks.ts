/* Block names under which the states of an answer's changes are stored. No imports, because pages use them too. */

/** The passages a message wrote. */
export const writtenBlock = "write";

/** An agent's proposals. */
export const agentBlock = "agent";

/** The changes that a PATCH with `all` was expanded into, by its block and its index there. */
export function expandedBlock(block: string, place: number): string {
  return `${block}.${place}`;
}
