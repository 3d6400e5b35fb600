const promptMax = 160;

/** The beginning of a prompt, stored with the text it produced. */
export function promptExcerpt(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, " ").trim();
  if (line.length <= promptMax) return line;
  const cut = line.slice(0, promptMax);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
