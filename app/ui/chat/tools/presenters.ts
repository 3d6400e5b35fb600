/* How each tool's calls are shown. A tool without a line here gets the plain fallback. */
import { toolWords } from "./tool-words.ts";
import { wordsIn, type Fields } from "./fields.ts";
import { caretReport, draftReport, readFileReport } from "./reading-reports.ts";
import { evaluateReport } from "./evaluate-report.ts";
import { humanizeReport, rewriteReport } from "./check-reports.ts";
import { informationReport, webReport } from "./search-reports.ts";
import type { Shown } from "./shown-report.ts";

export type Presenter = {
  /** A noun for the call, as in "Web search cancelled". */
  name: string;
  doing: (args: Fields) => string;
  report: (result: Fields, args: Fields, whole: unknown) => Shown;
};

const presenters: Record<string, Presenter> = {
  getInformation: {
    name: "Search",
    doing: ({ in: where }) => (where === "law" ? "Searching the law" : toolWords.getInformation.doing),
    report: informationReport,
  },
  webSearch: { name: "Web search", doing: () => toolWords.webSearch.doing, report: webReport },
  caretContext: { name: "Reading", doing: () => toolWords.caretContext.doing, report: caretReport },
  draft: { name: "Outline", doing: () => toolWords.draft.doing, report: draftReport },
  evaluate: { name: "Evaluation", doing: () => toolWords.evaluate.doing, report: evaluateReport },
  rewrite: { name: "Check", doing: () => toolWords.rewrite.doing, report: rewriteReport },
  humanize: { name: "Check", doing: () => toolWords.humanize.doing, report: humanizeReport },
  readFile: { name: "Reading", doing: () => "Reading a file", report: readFileReport },
};

export function presenterOf(toolName: string): Presenter {
  return Object.hasOwn(presenters, toolName) ? presenters[toolName]! : plain(toolName);
}

function plain(toolName: string): Presenter {
  return {
    name: toolName,
    doing: () => `Running ${toolName}`,
    report: ({ content }, _, whole) => ({
      title: `${toolName} finished`,
      parts: [{ kind: "text", label: "Result", text: wordsIn(whole) || wordsIn(content) }],
    }),
  };
}
