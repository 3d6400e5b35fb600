/* The blocks of an answer in order; consecutive changes share a card. */
import { memo } from "react";
import { late } from "../../kit/late.ts";
import type { ShownBlock } from "../answer.ts";
import { BlockView } from "./block-view.tsx";
import type { PatchBlocks } from "./patch-block.tsx";

// Comparing, locating and applying passages is a separate chunk: most answers have none.
const PatchBlock = memo(
  late(() => import("./patch-block.tsx")).part("PatchBlock"),
  (before, after) => before.messageId === after.messageId && isSame(before.blocks, after.blocks),
);
const Single = memo(BlockView);

type BlocksProps = {
  blocks: readonly ShownBlock[];
  messageId: string;
  citationLabel: (n: number) => string | undefined;
  /** The answer ended in the middle of its last block. */
  isCut: boolean;
};

export function Blocks({ blocks, messageId, citationLabel, isCut }: BlocksProps) {
  return cardsOf(blocks).map((card, i, { length }) =>
    Array.isArray(card) ? (
      <PatchBlock key={card[0]!.key} blocks={card as PatchBlocks} messageId={messageId} />
    ) : (
      <Single key={card.key} block={card} messageId={messageId} citationLabel={citationLabel} isCut={isCut && i === length - 1} />
    ),
  );
}

type Single = Exclude<ShownBlock, { kind: "patch" }>;
type Patches = Extract<ShownBlock, { kind: "patch" }>[];

export function cardsOf(blocks: readonly ShownBlock[]): (Single | Patches)[] {
  const cards: (Single | Patches)[] = [];
  for (const block of blocks) {
    const last = cards.at(-1);
    if (block.kind !== "patch") cards.push(block);
    else if (Array.isArray(last)) last.push(block);
    else cards.push([block]);
  }
  return cards;
}

function isSame(before: PatchBlocks, after: PatchBlocks): boolean {
  return before.length === after.length && before.every((block, i) => block === after[i]);
}
