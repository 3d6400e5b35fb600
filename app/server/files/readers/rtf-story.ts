/* A text of an RTF file, in which a paragraph is open: the body, or a note. */
import { RtfTable } from "./rtf-table.ts";
import { WordEvents } from "./word-events.ts";

export type Paragraph = {
  isOpen: boolean;
  style: number;
  level: number | undefined;
  list: number;
  depth: number;
  indent: number | undefined;
  hasRule: boolean;
  inTable: boolean;
};
export type Story = { events: WordEvents; paragraph: Paragraph; table: RtfTable };
export function newParagraph(): Paragraph {
  return { isOpen: false, style: 0, level: undefined, list: 0, depth: 0, indent: undefined, hasRule: false, inTable: false };
}

export function newStory(): Story {
  return { events: new WordEvents(), paragraph: newParagraph(), table: new RtfTable() };
}
