/* The list of reviews, and beginning one. */
import { Plus } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { Link, useNavigate } from "react-router";
import type { ReviewPage } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button, buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type ProjectChoice = { id: string; name: string; files: number };
type ReviewsProps = ReviewPage & { isFirst: boolean; projects: ProjectChoice[]; mayMake: boolean };

export function ReviewsPage({ reviews, hasMore, isFirst, projects, mayMake }: ReviewsProps) {
  const place = useWorkspace();
  const [isMaking, setMaking] = useState(false);
  const make = projects.length > 0 && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus /> New review
    </Button>
  );
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Review</h1>
          {reviews.length > 0 && make}
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          Ask the same questions of many documents. Every answer shows the words it rests on.
        </p>
        {reviews.length === 0 ? (
          <Empty make={make} mayMake={mayMake} isFirst={isFirst} />
        ) : (
          <ul className="mt-8 divide-y divide-rule border-y border-rule">
            {reviews.map(({ id, name, projectName, documents }) => (
              <li key={id}>
                <Link to={place.path(`/review/${id}`)} className="flex flex-col gap-0.5 px-2 py-3.5 hover:bg-wash">
                  <span className="truncate font-serif text-lg">{name}</span>
                  <span className="truncate text-ink-soft">
                    {projectName} · {documents === 1 ? "1 document" : `${documents.toLocaleString("en")} documents`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <PageLinks
          first={isFirst ? null : place.path("/review")}
          next={hasMore ? place.path(`/review?before=${reviews.at(-1)!.id}`) : null}
        />
      </div>
      {isMaking && <NewReview projects={projects} onClose={() => setMaking(false)} />}
    </main>
  );
}

function Empty({ make, mayMake, isFirst }: { make: React.ReactNode; mayMake: boolean; isFirst: boolean }) {
  const place = useWorkspace();
  if (!isFirst) return <p className="mt-8 text-ink-soft">No more reviews.</p>;
  const toVault = mayMake && (
    <Link to={place.path("/vault?new")} className={buttonClass("primary")}>
      New project
    </Link>
  );
  return (
    <div className="pt-10">
      <EmptyState title="No reviews yet" action={make || toVault}>
        {make
          ? "Choose a project: its files become the rows of a table, and your questions its columns."
          : "A review asks questions about the files in a project. Create a project and add its files first."}
      </EmptyState>
    </div>
  );
}

function NewReview({ projects, onClose }: { projects: readonly ProjectChoice[]; onClose: () => void }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function make(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const { id } = await ask<{ id: string }>("/api/reviews", {
        body: { name: form.get("name"), projectId: form.get("project") },
      });
      await ask(`/api/reviews/${id}/documents`, { body: {} });
      await navigate(place.path(`/review/${id}`));
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New review"
      description="All files of the project become its documents. You can add more later."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="new-review" pending={isBusy}>
            Create review
          </Button>
        </>
      }
    >
      <form id="new-review" onSubmit={(event) => void make(event)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" required maxLength={200} placeholder="Supply agreements" />
        <SelectField label="Project" name="project">
          {projects.map(({ id, name, files }) => (
            <option key={id} value={id}>
              {name} ({files === 1 ? "1 file" : `${files} files`})
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
