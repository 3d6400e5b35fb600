import {
  BookCheck,
  FileOutput,
  FilePen,
  FilePlus2,
  FileSearch,
  GitBranch,
  LayoutTemplate,
  Mail,
  Repeat,
  Search,
  Sparkles,
  SpellCheck,
  Table2,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import type { StepKind } from "#core/workflows/workflow.ts";

export const stepIcons: Record<StepKind, ReactNode> = {
  write: <Sparkles />,
  find: <Search />,
  extract: <FileSearch />,
  fill: <LayoutTemplate />,
  review: <Table2 />,
  check: <BookCheck />,
  proofread: <SpellCheck />,
  change: <FilePen />,
  person: <UserRound />,
  draft: <FilePlus2 />,
  email: <Mail />,
  output: <FileOutput />,
  if: <GitBranch />,
  "for each": <Repeat />,
};

export function StepIcon({ kind }: { kind: StepKind }) {
  return (
    <span
      aria-hidden="true"
      className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full border border-rule bg-raised text-ink-soft [&_svg]:size-4"
    >
      {stepIcons[kind]}
    </span>
  );
}
