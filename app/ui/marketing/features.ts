/*
 * The features on the front page: four shown large, five as cards. Only what exists is here.
 * `picture` names a scene of scripts/shots/scenes.ts.
 */
import type { ShotName } from "./shot.tsx";

export type Picture = { name: ShotName; alt: string };

export type Feature = { name: string; text: string; picture?: Picture };

export const promoted: readonly Required<Feature>[] = [
  {
    name: "Professional Editor",
    text: "An editor for texts that take more than one sitting: headings, numbered clauses, tables, footnotes, find and replace. It saves as you type, keeps working offline, and two windows never overwrite each other. Word files come in with their tracked changes and go back with yours.",
    picture: { name: "editor", alt: "A draft in the editor: a title, two paragraphs and the toolbar above them." },
  },
  {
    name: "Agent Sidebar",
    text: "The conversation beside your text. It answers from the current text, knows where your caret is and which passages you chose, and shows its changes in place.",
    picture: { name: "assistant", alt: "The assistant beside a draft, with changes shown in the text and listed in the answer." },
  },
  {
    name: "Agent Mode",
    text: "For larger changes, it makes a plan, goes through the draft section by section, and proposes each change in place, within limits you set. Stop it at any point; one entry on the timeline undoes everything it changed.",
    picture: { name: "agent", alt: "An agent’s plan, what it did step by step, and the changes it proposes." },
  },
  {
    name: "Timeline",
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
    text: "Models from Google, Anthropic and OpenAI, or your own server, chosen message by message. With none of them set up, a rule-based built-in editor still does real work.",
    picture: { name: "models", alt: "The model picker, with the recommended models first." },
  },
  {
    name: "Live document context",
    text: "Beside a draft, every question includes the current text. Attached files are read too, and answers cite the passages they rely on.",
    picture: { name: "passage", alt: "An answer about an attached lease; its first citation is open and shows the passage." },
  },
  {
    name: "Inline highlight patching",
    text: "Changes are shown as deleted and inserted words. Apply, reject or undo each one. If a change can’t be located, it says so and nothing is touched.",
    picture: { name: "patches", alt: "A proposed change with deleted and inserted words, and Apply and Reject." },
  },
  {
    name: "Humanize with web search",
    text: "Clichés, wordy phrases and machine-made wording are found, with changes proposed. Facts and examples come from the web: pages are read and cited, and every quotation is checked against the page.",
    picture: { name: "humanize", alt: "A machine-made phrase, with a plainer one proposed." },
  },
  {
    name: "Cursor-aware insertions",
    text: "Beside a draft, new text is written at your caret or over your selection while you watch. One undo removes all of it.",
  },
];
