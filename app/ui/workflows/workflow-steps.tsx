/* The steps of a workflow, to be read. */
import { kindRules, type Workflow, type WorkflowStep } from "#core/workflows/workflow.ts";
import { writeCondition } from "#core/workflows/workflow-words.ts";
import { StepIcon } from "./step-icon.tsx";

export function WorkflowSteps({ workflow: { introduction, inputs, steps } }: { workflow: Workflow }) {
  return (
    <>
      {introduction !== "" && <p className="mb-6 max-w-150 whitespace-pre-line text-ink-soft text-pretty">{introduction}</p>}
      {inputs.length > 0 && (
        <section aria-label="Inputs" className="mb-6">
          <h2 className="group-label">Inputs</h2>
          <ul className="mt-2 flex flex-col gap-1">
            {inputs.map(({ name, label, type, isOptional, options }) => (
              <li key={name} className="text-pretty">
                {label}{" "}
                <span className="text-ink-faint">
                  {[options.length > 0 ? options.join(" / ") : type, isOptional && "optional"].filter(Boolean).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <h2 className="group-label">Steps</h2>
      <Steps steps={steps} />
    </>
  );
}

function Steps({ steps }: { steps: readonly WorkflowStep[] }) {
  return (
    <ol className="mt-1 flex flex-col divide-y divide-rule">
      {steps.map((step) => (
        <li key={`${step.line} ${step.title}`} className="py-4 last:pb-0">
          <Step step={step} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { step: WorkflowStep }) {
  const { kind, title, when, settings, body, steps } = step;
  const lines = Object.entries({ ...(when !== null && { When: writeCondition(when) }), ...settings });
  return (
    <div className="flex gap-3.5">
      <StepIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <p className="text-xs text-ink-faint">{kindRules[kind].words}</p>
        <h3 className="font-serif text-title break-words">{title}</h3>
        {lines.length > 0 && (
          <dl className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-ink-soft">
            {lines.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-faint">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {body !== "" && <p className="mt-2 line-clamp-8 font-serif text-read whitespace-pre-line text-pretty">{body}</p>}
        {steps.length > 0 && <Steps steps={steps} />}
      </div>
    </div>
  );
}
