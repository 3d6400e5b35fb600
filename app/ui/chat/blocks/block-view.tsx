/* One view for each kind of block. A new kind without a view does not compile. */
import type { ComponentType } from "react";
import { late } from "../../kit/late.ts";
import { MarkdownText } from "./markdown-text.tsx";
import type { ShownBlock } from "../answer.ts";
import { DraftPanel } from "../draft/draft-panel.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";

// Only used beside a document, so it is a separate chunk.
const WriteBlock = late(() => import("./write-block.tsx")).part("WriteBlock");
const toolPanel = late(() => import("../tools/tool-panel.tsx"));
const ToolPanel = toolPanel.part("ToolPanel");

/** Prefetched before an answer's first tool call. */
export const fetchToolPanel = toolPanel.fetch;

/** Changes are grouped into cards: patch-block.tsx. */
type Kind = Exclude<ShownBlock["kind"], "patch">;
type ViewProps<B> = { block: B; messageId: string; citationLabel: (n: number) => string | undefined; isCut: boolean };
type View<K extends Kind> = ComponentType<ViewProps<Extract<ShownBlock, { kind: K }>>>;

const views = {
  text: ({ block, ...rest }) => <MarkdownText text={block.text} citationLabel={rest.citationLabel} isCut={rest.isCut} />,
  reasoning: ({ block }) => <ReasoningBlock text={block.text} open={block.open} />,
  draft: ({ block, messageId }) => <DraftPanel text={block.text} open={block.open} messageId={messageId} blockKey={block.key} />,
  write: ({ block, messageId }) => <WriteBlock text={block.text} open={block.open} messageId={messageId} />,
  tool: ({ block }) => <ToolPanel invocation={block.invocation} input={block.input} />,
} satisfies { [K in Kind]: View<K> };

type SingleBlock = Extract<ShownBlock, { kind: Kind }>;

export function BlockView(props: ViewProps<SingleBlock>) {
  // The map above is checked kind by kind; the cast only reunites a pair that always matches.
  const Shown = views[props.block.kind] as ComponentType<ViewProps<SingleBlock>>;
  return <Shown {...props} />;
}
