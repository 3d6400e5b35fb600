/* How each tool's calls are shown. A tool without a line here gets the plain fallback. */
import { partsOfToolName } from "#core/tool-servers/tool-server.ts";
import { toolWords } from "./tool-words.ts";
import { wordsIn, type Fields } from "./fields.ts";
import { caretReport, draftReport, readFileReport, readReviewReport } from "./reading-reports.ts";
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
  readReview: { name: "Reading", doing: () => "Reading the table", report: readReviewReport },
};

export function presenterOf(toolName: string): Presenter {
  if (Object.hasOwn(presenters, toolName)) return presenters[toolName]!;
  const parts = partsOfToolName(toolName);
  return parts === null ? plain(toolName) : external(parts);
}

/** A tool of another server: what it answered is its own word, and plain text. */
function external({ slug, tool }: { slug: string; tool: string }): Presenter {
  const name = `${slug}: ${tool}`;
  return {
    name,
    doing: () => name,
    report: ({ text, notice, hasFailed, notAllowed }) => {
      const reason = wordsIn(notAllowed);
      if (reason !== "")
        return { outcome: "cancelled", title: `${name} was not run`, parts: [{ kind: "text", label: "Why", text: reason }] };
      return {
        outcome: hasFailed === true ? "failed" : "done",
        title: hasFailed === true ? `${name} reports a failure` : name,
        notices: wordsIn(notice) === "" ? [] : [wordsIn(notice)],
        parts: [{ kind: "text", label: "Result", text: wordsIn(text) }],
      };
    },
  };
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
