/*
 * Syntax highlighting of a listing. The highlighter returns pieces of text with a
 * kind, which become text nodes only.
 */
import { chunksOf } from "./pieces.ts";

/** Longer listings stay plain. */
const longestCode = 20_000;

/** The highlighter's name for a language, then its aliases. */
const languageNames = `bash sh shell zsh console|c cpp c++ h|css scss|csv|diff patch|docker dockerfile|go golang|html vue|http|ini|java kotlin
js javascript mjs jsx|json json5|lua|make makefile|md markdown|pl perl|py python|rs rust|sql postgresql|toml|ts typescript tsx|xml svg|yaml yml`;

const languages = new Map(
  languageNames.split(/[|\n]/).flatMap((names) => names.split(" ").map((name) => [name, names.split(" ")[0] as string] as const)),
);

type Run = [text: string, kind: string | undefined];

export async function colourBlock(block: HTMLElement): Promise<void> {
  const code = block.querySelector("code");
  const text = code?.textContent ?? "";
  const language = languages.get(block.dataset["language"] ?? "");
  if (!code || !language || text.length === 0 || text.length > longestCode) return;
  const runs: Run[] = [];
  try {
    const { tokenize } = await import("@speed-highlight/core");
    await tokenize(text, language, (part, kind) => runs.push([part, kind]));
  } catch {
    return; // Offline, for example: the code is shown without colors.
  }
  if (runs.map(([part]) => part).join("") !== text) return;
  const boxes = code.querySelectorAll(".code-chunk");
  const chunks = chunksOf(text);
  if (boxes.length !== chunks.length) return;
  for (const [i, chunk] of chunks.entries()) boxes[i]?.replaceChildren(...nodesOf(takeRuns(runs, chunk.length)));
}

/** Takes runs totaling `length` characters from the front of `runs`, splitting the last one if needed. */
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
