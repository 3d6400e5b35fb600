/* A workflow: what it does, the form that runs it, and which version that is. */
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import type { RunSummary } from "#core/workflows/run.ts";
import type { WorkflowTrigger } from "#core/workflows/trigger.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { TemplateMenu } from "../library/template-menu.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { BackLink } from "./back-link.tsx";
import { RunForm, type RunFormProps } from "./run-form.tsx";
import { RunRows } from "./run-rows.tsx";
import { Triggers } from "./triggers.tsx";
import { WorkflowSteps } from "./workflow-steps.tsx";
import { publishedWords } from "./workflows-page.tsx";

type WorkflowData = RunFormProps & {
  source: string;
  canChange: boolean;
  mayMake: boolean;
  version: number;
  runs: RunSummary[];
  triggers: WorkflowTrigger[];
};

export function WorkflowPage(props: WorkflowData) {
  const { id, source, workflow, isBuiltIn, canChange, mayMake, runs, triggers } = props;
  const place = useWorkspace();
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-280 px-5 pt-6 pb-20">
        <BackLink to="/workflows">Workflows</BackLink>
        <header className="mt-2 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 lang={workflow.language} className="font-serif text-display break-words">
              {workflow.name}
            </h1>
            <p lang={workflow.language} className="mt-1 max-w-160 text-ink-soft text-pretty">
              {workflow.summary}
            </p>
          </div>
          <TemplateMenu
            id={id}
            name={workflow.name}
            source={source}
            isBuiltIn={isBuiltIn}
            canChange={canChange}
            mayMake={mayMake}
            removedTo="/workflows"
          />
        </header>
        {!isBuiltIn && <Publishing {...props} />}
        <Triggers triggers={triggers} />
        <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
          {mayMake && <RunForm key={id} {...props} />}
          <section aria-label="Steps" className="rounded-xl border border-rule bg-paper px-6 py-7 shadow-sm sm:px-8">
            <WorkflowSteps workflow={workflow} />
          </section>
        </div>
        {runs.length > 0 && (
          <section aria-label="Latest runs" className="mt-10">
            <h2 className="group-label">Latest runs</h2>
            <RunRows runs={runs} />
            <Link
              to={place.path(`/workflows/runs?workflowId=${id}`)}
              className="mt-3 inline-block text-blue underline-offset-4 hover:underline"
            >
              All runs of this workflow
            </Link>
          </section>
        )}
      </div>
    </main>
  );
}

function Publishing({ id, canChange, version, publishedVersion }: WorkflowData) {
  const place = useWorkspace();
  const { revalidate } = useRevalidator();
  const [isPending, setPending] = useState(false);
  async function publish(to: number | null) {
    setPending(true);
    try {
      await ask(`/api/workflows/${id}/published`, { method: "PUT", body: { version: to } });
      await revalidate();
      const undo = () => void publish(publishedVersion);
      const text = to === null ? "Unpublished" : `Version ${to} published`;
      showToast({ kind: "success", text, action: { label: "Undo", run: undo } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setPending(false);
    }
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <span className="text-ink-soft">
        {publishedWords({ version, publishedVersion })} · version {version}
      </span>
      {canChange && (
        <>
          <Link to={place.path(`/library/templates/${id}/edit`)} className={buttonClass("outline", "small")}>
            <Pencil /> Edit
          </Link>
          {publishedVersion !== version && (
            <Button size="small" pending={isPending} onClick={() => void publish(version)}>
              Publish
            </Button>
          )}
          {publishedVersion !== null && (
            <Button size="small" variant="quiet" pending={isPending} onClick={() => void publish(null)}>
              Unpublish
            </Button>
          )}
        </>
      )}
    </div>
  );
}
