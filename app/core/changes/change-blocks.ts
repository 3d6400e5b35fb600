/* The names of an answer's blocks under which the states of its changes are kept. No imports: pages use them, too. */

/** Of the pieces that a message has written. */
export const writtenBlock = "write";

/** Of what an agent proposes. */
export const agentBlock = "agent";

/** Of the changes in which a PATCH for every place was expanded: its block, and its place there. */
export function expandedBlock(block: string, place: number): string {
  return `${block}.${place}`;
}
