/* Paper sizes for page view and exports, in millimeters, portrait. */
export const papers = {
  a4: { label: "A4", width: 210, height: 297 },
  letter: { label: "Letter", width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof papers;

const millimetresToAnInch = 25.4;

/** In units per inch: 96 in CSS, 72 in PDF, 1440 in Word. */
export function paperSize(paper: Paper, toAnInch: number): { width: number; height: number } {
  const { width, height } = papers[paper];
  const scaled = (length: number) => Math.round((length * toAnInch) / millimetresToAnInch);
  return { width: scaled(width), height: scaled(height) };
}
