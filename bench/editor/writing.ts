/* An answer writes 50,000 characters into the long draft at 1,000 tokens a second: the longest the page is blocked at
   a stretch. */
import type { EditorStage } from "./stage.ts";
import { tasksDuring, type Task } from "./tasks.ts";

export type WritingFigures = { seconds: number; tasks: Task[]; charactersWritten: number };

export async function measureWriting(stage: EditorStage): Promise<WritingFigures> {
  const text = `BEGIN WRITE\n${wordsOf(50_000)}\nEND WRITE\n`;
  await fetch(`${stage.modelUrl}/control`, { method: "POST", body: JSON.stringify({ text, tps: 1000, tokchars: 4 }) });
  const { page } = await stage.open(stage.pending);
  await page.locator(".document[contenteditable=true]").waitFor();
  await page.locator(".proposed-in").nth(50).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Assistant" }).click();
  const field = page.getByRole("textbox", { name: "Message" });
  await field.waitFor();
  await page.locator(".document > p").evaluateAll((all) => {
    const block = all[Math.floor(all.length / 2)]!;
    block.scrollIntoView({ block: "center" });
    block.closest<HTMLElement>("[contenteditable]")!.focus();
    getSelection()!.selectAllChildren(block);
    getSelection()!.collapseToEnd();
  });
  await page.waitForTimeout(3000);
  const size = () => page.locator(".document").evaluate((element) => element.textContent!.length);
  const before = await size();
  await field.fill("Go on");
  const started = performance.now();
  let seconds = 0;
  const tasks = await tasksDuring(stage.browser, page, async () => {
    await field.press("Enter");
    // A text locator would read the whole page over and over.
    await page.waitForFunction(() => document.querySelector("[aria-label='Writing actions']") !== null);
    seconds = (performance.now() - started) / 1000;
    // Saving and checking afterwards are included.
    await page.waitForTimeout(6000);
  });
  const figures = { seconds, tasks, charactersWritten: (await size()) - before };
  await page.context().close();
  return figures;
}

/** Paragraphs, headings and lists as a model writes them. */
function wordsOf(length: number): string {
  let text = "";
  for (let i = 1; text.length < length; i++) {
    text += `## Part ${i}\n\nThe **parties** have agreed on point ${i} that each of them bears its own costs, unless the other has caused them by a breach. `;
    text += `What was paid in advance for period ${i} is paid back within thirty days after the end of the agreement.\n\n`;
    text += `- The first duty of part ${i} is to give notice.\n- The second duty of part ${i} is to keep the records.\n\n`;
  }
  return text.slice(0, length).trimEnd();
}
