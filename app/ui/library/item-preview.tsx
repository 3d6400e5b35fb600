/* How a file of the library reads: a template’s text, a clause’s variants, a playbook’s rules, a set’s questions. */
import type { Playbook, PlaybookRule } from "#core/playbooks/playbook.ts";
import type { QuestionSet } from "#core/review/questions-file.ts";
import { valuesOf } from "#core/templates/field-values.ts";
import { fillTemplate } from "#core/templates/fill-template.ts";
import { fillPrompt } from "#core/templates/prompt-file.ts";
import type { LibraryClause } from "#core/templates/clause-file.ts";
import { contentOf, type LibraryItem } from "#core/templates/library-file.ts";
import { WorkflowSteps } from "../workflows/workflow-steps.tsx";
import { formatWords } from "../review/format-words.ts";
import { TemplatePreview } from "./template-preview.tsx";

export function ItemPreview({ item }: { item: LibraryItem }) {
  return (
    <div lang={contentOf(item).language}>
      {item.shelf === "templates" && (
        <TemplatePreview markdown={fillTemplate(item.template, valuesOf(item.template), "marked").markdown} />
      )}
      {item.shelf === "clauses" && <ClauseText clause={item.clause} />}
      {item.shelf === "prompts" && (
        <p dir="auto" className="font-serif text-read whitespace-pre-wrap wrap-anywhere">
          {fillPrompt(item.prompt, valuesOf(item.prompt))}
        </p>
      )}
      {item.shelf === "playbooks" && <Rules playbook={item.playbook} />}
      {item.shelf === "questions" && <Questions questions={item.questions} />}
      {item.shelf === "workflows" && <WorkflowSteps workflow={item.workflow} />}
    </div>
  );
}

function ClauseText({ clause }: { clause: LibraryClause }) {
  return (
    <>
      {clause.guidance !== "" && <p className="mb-6 text-ink-soft whitespace-pre-line text-pretty">{clause.guidance}</p>}
      <ul className="flex flex-col gap-6">
        {clause.variants.map(({ name, text }) => (
          <li key={name}>
            <h2 className="group-label">{name}</h2>
            <p className="mt-1.5 font-serif text-read whitespace-pre-line text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rules({ playbook }: { playbook: Playbook }) {
  return (
    <ol className="flex flex-col divide-y divide-rule">
      {playbook.rules.map((rule) => (
        <li key={rule.title} className="py-6 first:pt-0 last:pb-0">
          <h2 className="font-serif text-title">{rule.title}</h2>
          {rule.why !== "" && <p className="mt-1 text-ink-soft text-pretty">{rule.why}</p>}
          <Positions rule={rule} />
        </li>
      ))}
    </ol>
  );
}

function Positions({ rule: { standard, fallbacks, never } }: { rule: PlaybookRule }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <Position name="Standard" look="text-insert" words={standard} />
      {fallbacks.map((words, at) => (
        <Position key={words} name={`Fallback ${at + 1}`} look="text-warn" words={words} />
      ))}
      {never.map((words) => (
        <Position key={words} name="Never" look="text-danger" words={words} />
      ))}
    </dl>
  );
}

function Position({ name, look, words }: { name: string; look: string; words: string }) {
  return (
    <>
      <dt className={`pt-0.5 font-medium ${look}`}>{name}</dt>
      <dd className="font-serif text-read whitespace-pre-line text-pretty">{words}</dd>
    </>
  );
}

function Questions({ questions }: { questions: QuestionSet }) {
  return (
    <ol className="flex flex-col divide-y divide-rule">
      {questions.columns.map(({ label, question, format, choices }) => (
        <li key={label} className="grid gap-x-6 gap-y-1 py-3.5 first:pt-0 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <h2 className="font-medium">{label}</h2>
          <div>
            <p className="text-pretty">{question}</p>
            <p className="mt-0.5 text-xs text-ink-faint">{[formatWords[format], choices.join(", ")].filter(Boolean).join(": ")}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
