/* The papers a draft can be on: what page view shows, and what its files are made for. In millimetres, upright. */
export const papers = {
  a4: { label: "A4", width: 210, height: 297 },
  letter: { label: "Letter", width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof papers;

const millimetresToAnInch = 25.4;

/** In units of which so many make an inch: 96 in CSS, 72 in a PDF, 1440 in a Word file. */
export function paperSize(paper: Paper, toAnInch: number): { width: number; height: number } {
  const { width, height } = papers[paper];
  const scaled = (length: number) => Math.round((length * toAnInch) / millimetresToAnInch);
  return { width: scaled(width), height: scaled(height) };
}
