/*
 * What the front page promises, and whether it can be had today. Nothing is
 * marked as working that the product does not do.
 */
import type { ReactNode } from "react";
import { ChatListVignette, DraftVignette, StepsVignette, TimelineVignette } from "./vignettes.tsx";

export type Promoted = { name: string; isHere: boolean; text: string; picture: ReactNode };

export const promoted: readonly Promoted[] = [
  {
    name: "Professional Editor",
    isHere: false,
    text: "A page of your own beside the conversation, for texts that take more than one sitting. Until it is here, drafts open in a panel inside the answer, where you can edit, copy and download them.",
    picture: <DraftVignette />,
  },
  {
    name: "Agent Sidebar",
    isHere: false,
    text: "The conversation beside your text, knowing where you are in it. Until it is here, conversations have a page of their own, one keystroke away, with a mark on those still being written and those you have not read.",
    picture: <ChatListVignette />,
  },
  {
    name: "Agent Mode",
    isHere: false,
    text: "Longer work in steps that you can read before they are taken: gather, draft, check, and stop where a decision is yours.",
    picture: <StepsVignette />,
  },
  {
    name: "Timeline",
    isHere: false,
    text: "Every state your text has been in, and the way back to each. In the chat this works already: restore a checkpoint, and undo the restoring.",
    picture: <TimelineVignette />,
  },
];

export type Feature = { name: string; isHere: boolean; text: string };

export const features: readonly Feature[] = [
  {
    name: "Top AI models",
    isHere: true,
    text: "Models by Google, Anthropic and OpenAI, or a server of your own, chosen message by message. With none of them set up, a built-in editor of plain rules still does real work.",
  },
  {
    name: "Live document context",
    isHere: false,
    text: "The assistant knows what you are working on as you write it. Today it reads what you attach or paste, and names the passage an answer rests on.",
  },
  {
    name: "Inline highlight patching",
    isHere: true,
    text: "Changes come as marked words, struck out and put in. Apply, reject or take back each one. A change whose place cannot be found says so and touches nothing.",
  },
  {
    name: "Humanize with web search",
    isHere: false,
    text: "Clichés, wordy phrases and machine wording are found and offered as changes today. Searching the web for facts and examples is still to come.",
  },
  {
    name: "Cursor-aware insertions",
    isHere: false,
    text: "New text lands where your cursor stands, in the tone of what surrounds it. It arrives with the editor.",
  },
];
