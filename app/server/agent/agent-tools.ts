/*
 * The tools of an agent: plan, read sections, check them by rules, propose changes. Regular chat
 * tools are available too; those for texts work on sections. A result has two forms: one for the
 * model, and one stored in the message, which is displayed and must not repeat the document.
 */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { sectionText, whereOf } from "#core/agent/agent-sections.ts";
import { itemField, planInput, proposeInput, readInput, sectionsField, type AgentChangeInput } from "#core/agent/agent-schema.ts";
import { agentLimits, type AgentChange, type ProposeResult, type RefusedChange } from "#core/agent/agent.ts";
import { clauseNumbers } from "#core/clauses/clause-numbers.ts";
import { checkGroups, withoutMet, type DocumentFinding } from "#core/clauses/document-checks.ts";
import { patchesFromFindings, type FindingPatch } from "#core/changes/finding-patches.ts";
import { withoutOverlaps, type Finding } from "#core/prose/finding.ts";
import type { Section } from "#core/agent/agent-sections.ts";
import { longWork } from "../long-work/long-work.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { refuseTooMuch, sectionOf, stretchOf, wholeOf, type Desk, type Stretch } from "./agent-desk.ts";

export type Told = { told: unknown; kept: unknown };

export function agentTools(desk: Desk, others: readonly Tool[]): Tool[] {
  return [
    planTool(),
    readTool(desk),
    checkTool(desk),
    proposeTool(desk),
    ...others.map((tool) => onSections(desk, tool)),
  ] as Tool[];
}

function planTool(): Tool<z.infer<typeof planInput>> {
  return {
    name: "plan",
    description: "Says what you will do, and where, as a short numbered list. Call it once, before anything else.",
    input: planInput,
    execute: ({ items }) => Promise.resolve({ items: items.length }),
  };
}

function readTool(desk: Desk): Tool<z.infer<typeof readInput>> {
  return {
    name: "readDocument",
    description: `Answers the text of sections as it stands now, with the changes you have proposed. What was proposed before and is not decided is not in it, and listed as pending: propose nothing for those words. At most ${agentLimits.wordsRead.toLocaleString("en")} words at a time.`,
    input: readInput,
    async execute({ sections: ids }) {
      const sections = [...new Set(ids)].map((id) => stretchOf(desk, [id]).sections[0]!);
      const words = sections.reduce((sum, section) => sum + section.words, 0);
      if (words > agentLimits.wordsRead && sections.length > 1)
        throw new Error(`These sections have ${words.toLocaleString("en")} words. Read fewer at a time.`);
      const texts: { id: string; text: string; pending?: { original: string; replacement: string }[] }[] = [];
      for (const section of sections) {
        const pending = desk.document.pendingIn(section);
        texts.push({
          id: section.id,
          text: sectionText(desk.document.document, section),
          ...(pending.length > 0 && { pending }),
        });
        await setImmediate();
      }
      return { told: { sections: texts }, kept: { where: whereOf(sections), words } } satisfies Told;
    },
  };
}

const checkInput = z.object({
  item: itemField,
  groups: z
    .array(z.enum(checkGroups))
    .min(1)
    .default([...checkGroups])
    .describe("terms, references, numbering, figures, marks; all when left out."),
});

const mostFindings = 40;

function checked({ document }: Desk, text: string, { me, signal }: ToolContext): Promise<DocumentFinding[]> {
  const outline = clauseNumbers(document.document).map(({ reference }) => reference);
  return longWork(me, "checkDocument", { text, outline }, signal);
}

function checkTool(desk: Desk): Tool<z.infer<typeof checkInput>> {
  return {
    name: "checkDocument",
    description:
      "Checks the whole document by rules: defined terms (unused, defined twice, undefined, in lower case), references to clauses that are not there, gaps in numbering, figures that contradict themselves, unpaired marks. Answers patches where only one thing can be meant, and findings for a reader.",
    input: checkInput,
    async execute({ groups }, context) {
      const whole = wholeOf(desk);
      const all = withoutMet(await checked(desk, whole.text, context), desk.document.pending);
      const found = all.filter(({ group }) => groups.includes(group));
      const patches = patchesIn(whole, patchesFromFindings(whole.text, withoutOverlaps(found.flatMap(asFinding))));
      const findings = found
        .filter(({ replacement }) => replacement === null)
        .map((one) => ({
          group: one.group,
          kind: one.kind,
          message: one.message,
          where: placeOf(desk.document.sections, one),
          words: one.words,
        }));
      const look = findings.slice(0, mostFindings);
      return {
        told: { patches, findings: look, moreFindings: findings.length - look.length },
        kept: { where: "", found: patches.length, look, more: findings.length - look.length },
      } satisfies Told;
    },
  };
}

function placeOf(sections: readonly Section[], { start }: DocumentFinding): string {
  const section = sections.findLast((one) => one.start <= start);
  return section === undefined ? "" : whereOf([section]);
}

function asFinding({ start, end, words, message, replacement, group }: DocumentFinding): Finding[] {
  if (replacement === null) return [];
  return [
    {
      start,
      end,
      original: words,
      replacement,
      reason: message,
      kind: "style",
      rule: group,
      sure: group === "terms" || group === "marks",
    },
  ];
}

/** Each patch with its section, so that it is located there even if its words occur elsewhere. */
function patchesIn(stretch: Stretch, patches: readonly FindingPatch[]): (FindingPatch & { section?: string })[] {
  return patches.map((patch) => {
    const section = sectionOf(stretch, patch.original);
    return section === undefined ? patch : { ...patch, section };
  });
}

function proposeTool(desk: Desk): Tool<z.infer<typeof proposeInput>> {
  return {
    name: "proposeChanges",
    description:
      "Proposes changes to the document. Each names the words it replaces; one that cannot be found, or is not certain, is refused with the reason, and the others stand.",
    input: proposeInput,
    async execute({ changes: asked }, { signal }) {
      const changes: AgentChange[] = [];
      const refused: RefusedChange[] = [];
      const sections: Section[] = [];
      for (const [index, change] of asked.entries()) {
        const done = desk.document.propose(change as AgentChangeInput);
        if ("refused" in done) refused.push({ index, reason: done.refused });
        else {
          changes.push(done.change);
          if (done.section !== undefined) sections.push(done.section);
        }
        // This thread writes other runs too.
        await setImmediate();
        signal.throwIfAborted();
      }
      const where = whereOf(sections.toSorted((a, b) => a.start - b.start));
      const { work, applies } = desk;
      return {
        told: { accepted: changes.length, refused, where },
        kept: { work, where, applies, changes, refused } satisfies ProposeResult,
      };
    },
  };
}

const workOnText = new Set(["evaluate", "rewrite", "humanize"]);

/** The tool applied to sections of the open document, unless a text is given. */
function onSections(desk: Desk, tool: Tool): Tool {
  const fields = z.object({ item: itemField, sections: sectionsField.optional() });
  const isOnText = workOnText.has(tool.name);
  const added = isOnText ? fields : fields.pick({ item: true });
  return {
    ...tool,
    input: (tool.input as z.ZodObject).extend(added.shape),
    async execute(input, context) {
      const { item: _, sections, ...own } = input as z.infer<typeof fields> & { text?: string; attachment?: string };
      const hasOwnText = own.text !== undefined || own.attachment !== undefined;
      if (!isOnText || (hasOwnText && sections === undefined)) return tool.execute(own, context);
      const stretch = sections === undefined ? wholeOf(desk) : stretchOf(desk, sections);
      refuseTooMuch(stretch);
      return workOn(tool, own, stretch, context);
    },
  };
}

async function workOn(tool: Tool, own: object, stretch: Stretch, context: ToolContext): Promise<Told> {
  const { attachment: _, ...rest } = own as { attachment?: string };
  const output = (await tool.execute({ ...rest, text: stretch.text }, context)) as {
    patches?: FindingPatch[];
    worthALook?: { text?: string; explanation?: string }[];
    limits?: string[];
  };
  const patches = output.patches === undefined ? undefined : patchesIn(stretch, output.patches);
  return {
    told: patches === undefined ? output : { ...output, patches },
    kept: { where: stretch.where, ...(patches && { found: patches.length }), ...(output.limits && { limits: output.limits }) },
  };
}
