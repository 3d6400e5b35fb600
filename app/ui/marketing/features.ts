/*
 * The features on the front page and whether each is available today. Nothing is
 * marked as working unless it is, and what does not exist yet has no image.
 * `picture` names a scene of scripts/shots/scenes.ts.
 */
import type { ShotName } from "./shot.tsx";

export type Picture = { name: ShotName; alt: string };

export type Feature = { name: string; isHere: boolean; text: string; picture?: Picture };

export const promoted: readonly Feature[] = [
  {
    name: "Professional Editor",
    isHere: true,
    text: "A page of your own for texts that take more than one sitting: headings, lists, numbered clauses, tables, quotations, find and replace, word counts. It saves as you write, works on through a lost connection, and two windows do not overwrite each other.",
    picture: { name: "editor", alt: "A draft in the editor: a title, two paragraphs and the tools above them." },
  },
  {
    name: "Agent Sidebar",
    isHere: true,
    text: "The conversation beside your text. It answers from the text as it stands, knows where your caret is and which passages you chose, and shows its changes where they would be made.",
    picture: { name: "assistant", alt: "The assistant beside a draft, with changes shown in the text and listed in the answer." },
  },
  {
    name: "Agent Mode",
    isHere: true,
    text: "Asked for a larger change, it plans, goes through the draft section by section, and proposes each change in its place, within limits that you set. Stop it at any point; one entry on the timeline takes back all that it changed.",
    picture: { name: "agent", alt: "An agent’s plan, what it did step by step, and the changes it proposes." },
  },
  {
    name: "Timeline",
    isHere: true,
    text: "Every version of a draft that was saved, with who made it and how. Name the ones that matter, compare any two word by word, and go back to each; going back is a new version, so nothing is lost by it.",
    picture: {
      name: "timeline",
      alt: "The timeline beside a draft: a version that was typed, and the first one, which has a name.",
    },
  },
];

export const features: readonly Feature[] = [
  {
    name: "Top AI models",
    isHere: true,
    text: "Models by Google, Anthropic and OpenAI, or a server of your own, chosen message by message. With none of them set up, a built-in editor of plain rules still does real work.",
    picture: { name: "models", alt: "The list of models to choose from, the recommended ones first." },
  },
  {
    name: "Live document context",
    isHere: true,
    text: "Beside a draft, every question takes along the text as it stands in that moment. What you attach is read too, and an answer names the passage it rests on.",
    picture: { name: "passage", alt: "An answer about an attached lease; its first citation is open and shows the passage." },
  },
  {
    name: "Inline highlight patching",
    isHere: true,
    text: "Changes come as marked words, struck out and put in. Apply, reject or take back each one. A change whose place cannot be found says so and touches nothing.",
    picture: { name: "patches", alt: "Proposed changes with words struck out and words put in, each with Apply and Reject." },
  },
  {
    name: "Humanize with web search",
    isHere: true,
    text: "Clichés, wordy phrases and machine wording are found and offered as changes. Facts and examples come from the web: pages are read, cited, and every quotation is checked against the page.",
    picture: { name: "humanize", alt: "Machine-made phrases, each with a plainer one offered in its place." },
  },
  {
    name: "Cursor-aware insertions",
    isHere: true,
    text: "Beside a draft, new text is written where your caret stands or over what you selected, while you read along. One undo takes the whole of it back.",
  },
];
