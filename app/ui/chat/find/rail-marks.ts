/* Which questions the rail shows, and which one is being read. */
export const mostMarks = 16;

/** A window of marks around the current one. */
export function shownMarks(current: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(current - Math.floor(mostMarks / 2), count - mostMarks));
  return { from, to: Math.min(count, from + mostMarks) };
}

/** Reads positions only where messages are on screen: those skipped by the browser would have to be laid out. */
export function questionAt(scroller: HTMLElement, questions: readonly { id: string }[]): number | null {
  const { left, width, top, height } = scroller.getBoundingClientRect();
  const article = [0.33, 0.28, 0.38, 0.2, 0.5]
    .map((share) => document.elementFromPoint(left + width / 2, top + height * share)?.closest<HTMLElement>("[data-message-id]"))
    .find((element) => element != null);
  if (!article) return null;
  const articles = [...scroller.querySelectorAll<HTMLElement>("[data-message-id]")];
  const question = articles.slice(0, articles.indexOf(article) + 1).findLast((one) => one.dataset["role"] === "user");
  const at = questions.findIndex(({ id }) => id === question?.dataset["messageId"]);
  return at < 0 ? null : at;
}
