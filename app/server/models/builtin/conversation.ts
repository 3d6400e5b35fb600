/*
 * The built-in editor's next step for a conversation: call the right tool, or write the answer
 * from tool results. It is stateless; its progress is read from the conversation.
 */
import { searchesMore } from "../../tools/searched.ts";
import { detectLanguage } from "../../prose/language.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { writingTypeNames } from "../../library/skeletons.ts";
import { phrases, type Phrases } from "../../library/phrases.ts";
import { templateNames } from "../../library/built-in-templates.ts";
import type { ModelRequest } from "../model.ts";
import { isAgentRequest, nextAgentStep } from "./agent.ts";
import {
  correctionAnswer,
  draftAnswer,
  evaluationAnswer,
  informationAnswer,
  plainAnswer,
  textExcerpts,
  webAnswer,
} from "./answers.ts";
import { readDraftRequest } from "./draft-request.ts";
import { recogniseIntent, type Intent } from "./intent.ts";
import { shortTitle } from "./title.ts";
import { readTurn, type Turn } from "./turn.ts";
import type { Step } from "./step.ts";

export function nextStep(request: ModelRequest): Step {
  if (isAgentRequest(request)) return nextAgentStep(request);
  const turn = readTurn(request);
  if (asksForTitle(request)) return { kind: "say", text: shortTitle(questionIn(turn.message)) };
  const language = languageOf(turn);
  const say = phrases("answers", language);
  if (request.requiredTool !== undefined && !turn.results.some((result) => result.name === request.requiredTool)) {
    return { kind: "call", name: request.requiredTool, input: { query: (turn.instruction || turn.message).slice(0, 400) } };
  }
  const pages = turn.results.findLast((result) => result.name === "webSearch" && !result.isError);
  if (field(pages?.output, "available") === true) return answer(webAnswer(pages!.output, say), turn, say);
  const step = stepFor(intentOf(turn, request), turn, request, language);
  if (step.kind === "call") {
    // The last step of a run offers no tools: answer with what there is.
    return request.tools.some((tool) => tool.name === step.name) ? step : answer(say.cannot, turn, say);
  }
  return step.kind === "say" ? answer(step.text, turn, say) : step;
}

function asksForTitle({ instructions, tools }: ModelRequest): boolean {
  return tools.length === 0 && /\btitle\b/i.test(instructions.slice(0, 120));
}

/** A conversation to be titled has the form "Question:" and "Answer:". */
function questionIn(message: string): string {
  return /^Question:\n([\s\S]*?)(?:\n\nAnswer:|$)/.exec(message)?.[1] ?? message;
}

/** The language of the request itself; for a one-word request about a long text, the language of the text. */
function languageOf(turn: Turn): ProseLanguage {
  return detectLanguage(turn.instruction) ?? detectLanguage(turn.message) ?? "en";
}

function answer(text: string, turn: Turn, say: Phrases): Step {
  const searched = turn.results.findLast((result) => result.name === "webSearch");
  const isOff = field(searched?.output, "available") === false;
  const failed = searched?.isError === true ? `${say.failed}: ${errorOf(searched.output)}\n\n` : "";
  const web = isOff ? `${say.noWeb}\n\n` : failed;
  const label = turn.isFirst && !text.startsWith(say.about) && text !== say.greeting ? `\n\n*${say.label}*` : "";
  const whole = `${web}${text}${label}`;
  // Asked to continue an interrupted answer: build the same answer and resume where it ends.
  return { kind: "say", text: whole.startsWith(turn.begun) ? whole.slice(turn.begun.length) : whole };
}

const working: ReadonlySet<Intent> = new Set(["correct", "plain", "shorten", "improve", "evaluate"]);

function intentOf(turn: Turn, request: ModelRequest): Intent {
  const recognised = turn.instruction === "" ? "other" : recogniseIntent(turn.instruction);
  if (recognised === "other" || recognised === "question") {
    // A chip or draft mode asks for a text regardless of the words.
    if (turn.instruction !== "" && (chosenType(request) !== null || /^Draft mode is on/m.test(request.instructions)))
      return "write";
    if (turn.instruction === "" && (turn.text !== null || turn.files.length > 0)) return "evaluate";
  }
  const hasMatter = turn.text !== null || turn.files.length > 0 || searchesMore(request.tools);
  if (recognised === "legal-question" && hasMatter) return "question";
  return recognised;
}

function chosenType({ instructions }: ModelRequest): string | null {
  return /^The text is to be of this type: (.{1,60}?)\.(?:\s|$)/m.exec(instructions)?.[1] ?? null;
}

function stepFor(intent: Intent, turn: Turn, request: ModelRequest, language: ProseLanguage): Step {
  const say = phrases("answers", language);
  const told = (text: string): Step => ({ kind: "say", text });
  if (working.has(intent)) return workOnText(intent, turn, language);
  switch (intent) {
    case "greeting":
      return told(say.greeting);
    case "about":
      return told(`${say.about}\n\n${say.addModel}`);
    case "thanks":
      return told(say.thanks);
    case "translate":
      return told(`${say.cannotTranslate} ${say.addModel}`);
    case "summarize":
      return told(`${say.cannotSummarize} ${say.addModel}`);
    case "write":
      return writeDraft(turn, request, language);
    case "question":
      return answerQuestion(turn, request, say);
    case "legal-question":
      return told(`${say.noSources}\n\n${say.addModel}`);
    default:
      return told(`${say.cannot}\n\n${say.addModel}`);
  }
}

const toolOf: Partial<Record<Intent, { name: string; input: Record<string, unknown> }>> = {
  correct: { name: "rewrite", input: { goal: "correct" } },
  improve: { name: "rewrite", input: { goal: "shorten" } },
  shorten: { name: "rewrite", input: { goal: "shorten" } },
  plain: { name: "humanize", input: { mode: "auto" } },
  evaluate: { name: "evaluate", input: {} },
};

function workOnText(intent: Intent, turn: Turn, language: ProseLanguage): Step {
  const say = phrases("answers", language);
  const { name, input } = toolOf[intent]!;
  const result = turn.results.findLast((one) => one.name === name);
  if (result) {
    if (result.isError) return { kind: "say", text: `${say.failed}: ${errorOf(result.output)}` };
    if (name === "evaluate") return { kind: "say", text: evaluationAnswer(result.output, say) };
    return {
      kind: "say",
      text: name === "humanize" ? plainAnswer(result.output, say) : correctionAnswer(result.output, say, intent !== "correct"),
    };
  }
  const contractions =
    intent === "plain" && /contraction|conversational|spoken|informal/i.test(turn.instruction) ? { contractions: true } : {};
  const subject = subjectOf(turn);
  if (subject) return { kind: "call", name, input: { ...input, ...contractions, ...subject } };
  const caret = turn.results.findLast((one) => one.name === "caretContext");
  if (!caret) return { kind: "call", name: "caretContext", input: {} };
  const selection = field(caret.output, "selection");
  if (typeof selection !== "string") return { kind: "say", text: say.noText };
  return { kind: "call", name, input: { ...input, ...contractions, text: selection } };
}

/** The message's text, else the newest file, else the previous draft. The editor's selection is read by a tool. */
function subjectOf(turn: Turn): { text: string } | { attachment: string } | null {
  if (turn.text !== null) return { text: turn.text };
  if (turn.selection !== null) return { text: turn.selection };
  if (turn.newFiles.length > 0) return { attachment: turn.newFiles.at(-1)! };
  if (turn.earlierDraft !== null) return { text: turn.earlierDraft };
  if (turn.files.length > 0) return { attachment: turn.files.at(-1)! };
  return turn.earlierText === null ? null : { text: turn.earlierText };
}

function writeDraft(turn: Turn, request: ModelRequest, language: ProseLanguage): Step {
  const say = phrases("answers", language);
  const result = turn.results.findLast((one) => one.name === "draft");
  if (result) {
    if (result.isError) return { kind: "say", text: `${say.failed}: ${errorOf(result.output)}` };
    return { kind: "say", text: draftAnswer(result.output, say, language) };
  }
  const wanted = readDraftRequest(turn.message, language, chosenType(request));
  if (!wanted)
    return {
      kind: "say",
      text: `${say.unknownKind}: ${[...writingTypeNames, ...templateNames()].join(", ")}.\n\n${say.cannot} ${say.addModel}`,
    };
  return { kind: "call", name: "draft", input: wanted };
}

function answerQuestion(turn: Turn, request: ModelRequest, say: Phrases): Step {
  const text = turn.text ?? turn.selection;
  if (text !== null) return { kind: "say", text: textExcerpts(text, turn.instruction, say) };
  if (turn.files.length === 0 && !searchesMore(request.tools)) {
    const earlier = turn.earlierText;
    return {
      kind: "say",
      text: earlier === null ? `${say.cannot}\n\n${say.addModel}` : textExcerpts(earlier, turn.instruction, say),
    };
  }
  const result = turn.results.findLast((one) => one.name === "getInformation");
  if (!result) return { kind: "call", name: "getInformation", input: { query: turn.instruction.slice(0, 2_000) } };
  if (result.isError) return { kind: "say", text: `${say.failed}: ${errorOf(result.output)}` };
  return { kind: "say", text: informationAnswer(result.output, say) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function errorOf(output: unknown): string {
  if (typeof output === "string") return output;
  const error = field(output, "error") ?? field(output, "message");
  return typeof error === "string" ? error : "the tool gave no reason.";
}
