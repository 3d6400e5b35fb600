/*
 * Colours in code, late and cheaply: when a finished listing comes into view and
 * the browser has nothing better to do. The highlighter and its languages are
 * fetched then; nothing of them is in the page's own script. It hands out pieces
 * of text with a kind, and only text nodes are made of them.
 */
import { chunksOf } from "./pieces.ts";

/** Longer listings stay plain. */
const longestCode = 20_000;

/** The highlighter's name of a language, then other names of it. */
const languageNames = `bash sh shell zsh console|c cpp c++ h|css scss|csv|diff patch|docker dockerfile|go golang|html vue|http|ini|java kotlin
js javascript mjs jsx|json json5|lua|make makefile|md markdown|pl perl|py python|rs rust|sql postgresql|toml|ts typescript tsx|xml svg|yaml yml`;

const languages = new Map(
  languageNames.split(/[|\n]/).flatMap((names) => names.split(" ").map((name) => [name, names.split(" ")[0] as string] as const)),
);

type Run = [text: string, kind: string | undefined];

let watcher: IntersectionObserver | undefined;

/** Sees to it that the listings in `root` get their colours once they are looked at. */
export function colourCode(root: Element): void {
  if (typeof IntersectionObserver === "undefined") return;
  const blocks = root.matches(".code-block") ? [root] : root.querySelectorAll(".code-block");
  for (const block of blocks) {
    if (!languages.has((block as HTMLElement).dataset["language"] ?? "")) continue;
    watcher ??= new IntersectionObserver(onSeen, { rootMargin: "200px" });
    watcher.observe(block);
  }
}

function onSeen(entries: IntersectionObserverEntry[]): void {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    watcher?.unobserve(entry.target);
    const start = () => void colourBlock(entry.target as HTMLElement);
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 2000 });
    else setTimeout(start, 50);
  }
}

async function colourBlock(block: HTMLElement): Promise<void> {
  const code = block.querySelector("code");
  const text = code?.textContent ?? "";
  const language = languages.get(block.dataset["language"] ?? "");
  if (!code || !language || text.length === 0 || text.length > longestCode) return;
  const runs: Run[] = [];
  try {
    const { tokenize } = await import("@speed-highlight/core");
    await tokenize(text, language, (part, kind) => runs.push([part, kind]));
  } catch {
    return; // Offline, say: the code is there, only without colours.
  }
  if (runs.map(([part]) => part).join("") !== text) return;
  const boxes = code.querySelectorAll(".code-chunk");
  const chunks = chunksOf(text);
  if (boxes.length !== chunks.length) return;
  for (const [i, chunk] of chunks.entries()) boxes[i]?.replaceChildren(...nodesOf(takeRuns(runs, chunk.length)));
}

/** Takes runs of `length` characters in all from the front of `runs`, cutting the last one if need be. */
function takeRuns(runs: Run[], length: number): Run[] {
  const taken: Run[] = [];
  for (let left = length; left > 0;) {
    const run = runs[0];
    if (!run) break;
    if (run[0].length <= left) {
      taken.push(run);
      runs.shift();
      left -= run[0].length;
    } else {
      taken.push([run[0].slice(0, left), run[1]]);
      run[0] = run[0].slice(left);
      left = 0;
    }
  }
  return taken;
}

function nodesOf(runs: readonly Run[]): (Node | string)[] {
  return runs.map(([text, kind]) => {
    if (!kind) return text;
    const span = document.createElement("span");
    span.className = `code-${kind}`;
    span.textContent = text;
    return span;
  });
}
