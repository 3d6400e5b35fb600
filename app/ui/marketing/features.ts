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
    text: "An editor for texts that take more than one sitting: headings, lists, numbered clauses, tables, quotations, find and replace, word counts. It saves as you write, keeps working offline, and two windows never overwrite each other.",
    picture: { name: "editor", alt: "A draft in the editor: a title, two paragraphs and the toolbar above them." },
  },
  {
    name: "Agent Sidebar",
    isHere: true,
    text: "The conversation beside your text. It answers from the current text, knows where your caret is and which passages you chose, and shows its changes in place.",
    picture: { name: "assistant", alt: "The assistant beside a draft, with changes shown in the text and listed in the answer." },
  },
  {
    name: "Agent Mode",
    isHere: true,
    text: "For larger changes, it makes a plan, goes through the draft section by section, and proposes each change in place, within limits you set. Stop it at any point; one entry on the timeline undoes everything it changed.",
    picture: { name: "agent", alt: "An agent’s plan, what it did step by step, and the changes it proposes." },
  },
  {
    name: "Timeline",
    isHere: true,
    text: "Every saved version of a draft, with who made it and how. Name the ones that matter, compare any two word by word, and restore any of them; restoring makes a new version, so nothing is lost.",
    picture: {
      name: "timeline",
      alt: "The timeline beside a draft: a typed version, and the first one, which has a name.",
    },
  },
];

export const features: readonly Feature[] = [
  {
    name: "Top AI models",
    isHere: true,
    text: "Models from Google, Anthropic and OpenAI, or your own server, chosen message by message. With none of them set up, a rule-based built-in editor still does real work.",
    picture: { name: "models", alt: "The model picker, with the recommended models first." },
  },
  {
    name: "Live document context",
    isHere: true,
    text: "Beside a draft, every question includes the current text. Attached files are read too, and answers cite the passages they rely on.",
    picture: { name: "passage", alt: "An answer about an attached lease; its first citation is open and shows the passage." },
  },
  {
    name: "Inline highlight patching",
    isHere: true,
    text: "Changes are shown as deleted and inserted words. Apply, reject or undo each one. If a change can’t be located, it says so and nothing is touched.",
    picture: { name: "patches", alt: "Proposed changes with deleted and inserted words, each with Apply and Reject." },
  },
  {
    name: "Humanize with web search",
    isHere: true,
    text: "Clichés, wordy phrases and machine-made wording are found, with changes proposed. Facts and examples come from the web: pages are read and cited, and every quotation is checked against the page.",
    picture: { name: "humanize", alt: "Machine-made phrases, each with a plainer one proposed." },
  },
  {
    name: "Cursor-aware insertions",
    isHere: true,
    text: "Beside a draft, new text is written at your caret or over your selection while you watch. One undo removes all of it.",
  },
];
