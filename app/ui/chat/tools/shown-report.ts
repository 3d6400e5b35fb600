import type { WebResult } from "./web-results.tsx";

/** Done unless it says otherwise. */
export type Shown = Pick<ToolReport, "title"> & Partial<ToolReport>;

export type Outcome = "pending" | "done" | "nothing" | "failed" | "cancelled";

export type ShownPassage = { text: string; place: string; note: string };

export type ShownFinding = { text: string; reason: string; line: number | null };

export type ShownFigure = { name: string; value: string; meaning: string };

export type ShownChange = { original: string; replacement: string; summary: string };

export type ToolPart =
  | { kind: "passages"; label: string; passages: ShownPassage[] }
  | { kind: "pages"; label: string; pages: WebResult[] }
  | { kind: "findings"; label: string; findings: ShownFinding[] }
  | { kind: "figures"; label: string; figures: ShownFigure[] }
  | { kind: "changes"; label: string; changes: ShownChange[] }
  | { kind: "text"; label: string; text: string }
  | { kind: "markdown"; label: string; text: string }
  | { kind: "notes"; label: string; notes: string[] };

export type ToolReport = {
  outcome: Outcome;
  /** The outcome once there is one, never before. */
  title: string;
  /** What the call was about, such as the words searched for. */
  subject: string;
  /** Shown even while the panel is closed. */
  notices: string[];
  parts: ToolPart[];
};
