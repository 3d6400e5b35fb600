/* A review: its table, a cell opened beside it, and what is done with all of it. */
import { Download, Ellipsis, FilePlus2, LibraryBig, MessageSquareText, Pencil, Play, Plus, Sparkles, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { writeQuestions } from "#core/review/questions-file.ts";
import type { Review, ReviewRow } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ColumnDialog } from "./column-dialog.tsx";
import { QuestionSets, type QuestionSetToChoose } from "./question-sets.tsx";
import { ReviewTable, type Asked, type OpenedCell } from "./review-table.tsx";
import { ReviewRunBar, RunDialog } from "./run-bar.tsx";
import { useLines } from "./use-lines.ts";
import { useReview, type ReviewActions } from "./use-review.ts";

const AddDialog = lazy(() => import("./add-dialog.tsx").then(({ AddDialog: dialog }) => ({ default: dialog })));
const SuggestDialog = lazy(() => import("./suggest-dialog.tsx").then(({ SuggestDialog: dialog }) => ({ default: dialog })));

type ReviewPageProps = {
  review: Review;
  first: ReviewRow[];
  sets: readonly QuestionSetToChoose[];
  /** The cell that the address names. */
  opened: OpenedCell | null;
};

export function ReviewPage({ review, first, sets, opened }: ReviewPageProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const lines = useLines(review, first);
  const { rowOf, load, setSeen, actions } = useReview(review, first, lines.lines);
  const isReady = review.documents > 0 && review.columns.length > 0;
  return (
    <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <Head
        review={review}
        isReady={isReady}
        onRun={() => setAsked({ kind: "run", again: null })}
        onColumn={() => setAsked({ kind: "column", column: null })}
        onSuggest={() => setAsked({ kind: "suggest" })}
        onAdd={() => setAsked({ kind: "add" })}
      />
      {review.runs.map((run) => (
        <ReviewRunBar key={run.id} run={run} actions={actions} />
      ))}
      {isReady ? (
        <ReviewTable
          opened={opened}
          review={review}
          lines={lines}
          rowOf={rowOf}
          load={load}
          onSeen={setSeen}
          actions={actions}
          onAsk={setAsked}
        />
      ) : (
        <Beginning
          review={review}
          sets={sets}
          actions={actions}
          onColumn={() => setAsked({ kind: "column", column: null })}
          onSuggest={() => setAsked({ kind: "suggest" })}
          onAdd={() => setAsked({ kind: "add" })}
        />
      )}
      {asked?.kind === "run" && <RunDialog review={review} again={asked.again} actions={actions} onClose={() => setAsked(null)} />}
      {asked?.kind === "column" && <ColumnDialog column={asked.column} actions={actions} onClose={() => setAsked(null)} />}
      {asked?.kind === "suggest" && (
        <Suspense>
          <SuggestDialog review={review} first={first} actions={actions} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked?.kind === "add" && (
        <Suspense>
          <AddDialog review={review} actions={actions} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </main>
  );
}

type HeadProps = {
  review: Review;
  isReady: boolean;
  onRun: () => void;
  onColumn: () => void;
  onSuggest: () => void;
  onAdd: () => void;
};

function Head({ review, isReady, onRun, onColumn, onSuggest, onAdd }: HeadProps) {
  const place = useWorkspace();
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
      <div className="min-w-40 flex-1">
        <h1 className="truncate font-serif text-title">{review.name}</h1>
        <p className="truncate text-ink-soft">
          <Link to={place.path(`/vault/projects/${review.projectId}`)} className="hover:underline">
            {review.projectName}
          </Link>{" "}
          · {review.documents === 1 ? "1 document" : `${review.documents.toLocaleString("en")} documents`}
        </p>
      </div>
      {review.mayWrite && (
        <>
          <Button onClick={onColumn}>
            <Plus /> Column
          </Button>
          {isReady && (
            <>
              <Button onClick={onSuggest}>
                <Sparkles />
                <span>
                  Suggest<span className="max-sm:sr-only"> columns</span>
                </span>
              </Button>
              <Link to={place.path(`/chat?project=${review.projectId}&review=${review.id}`)} className={buttonClass()}>
                <MessageSquareText />
                <span>
                  Ask<span className="max-sm:sr-only"> the table</span>
                </span>
              </Link>
            </>
          )}
          <Button variant="primary" disabled={!isReady} onClick={onRun}>
            <Play /> Run
          </Button>
        </>
      )}
      <Actions review={review} isReady={isReady} onAdd={onAdd} />
    </header>
  );
}

function Actions({ review, isReady, onAdd }: Pick<HeadProps, "review" | "isReady" | "onAdd">) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const file = (format: string) => {
    const organization = place.slug === null ? "" : `&organization=${encodeURIComponent(place.slug)}`;
    location.assign(`/api/reviews/${review.id}/export?format=${format}${organization}`);
  };
  async function remove() {
    const change = (isRemoved: boolean) => ask(`/api/reviews/${review.id}`, { method: "PATCH", body: { isRemoved } });
    try {
      await change(true);
      await navigate(place.path("/review"));
      const undo = () => void change(false).then(() => navigate(place.path(`/review/${review.id}`)));
      showToast({ kind: "success", text: `“${review.name}” deleted`, action: { label: "Undo", run: undo } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <Menu align="end" trigger={<IconButton label="More" icon={<Ellipsis />} />}>
      <MenuItem icon={<Download />} disabled={!isReady} onSelect={() => file("xlsx")}>
        Export to Excel
      </MenuItem>
      <MenuItem icon={<Download />} disabled={!isReady} onSelect={() => file("csv")}>
        Export as CSV
      </MenuItem>
      {review.mayWrite && (
        <>
          <MenuSeparator />
          <MenuItem icon={<FilePlus2 />} onSelect={onAdd}>
            Add documents
          </MenuItem>
          <MenuItem icon={<LibraryBig />} disabled={review.columns.length === 0} onSelect={() => void keepQuestions(review)}>
            Save questions in the library
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
            Delete review
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

async function keepQuestions({ name, columns }: Review): Promise<void> {
  try {
    await ask("/api/library/templates", { body: { source: writeQuestions(name, columns) } });
    showToast({ kind: "success", text: "The questions are in the library." });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}

/** What is missing before the first run: documents, then questions. */
type BeginningProps = {
  review: Review;
  sets: readonly QuestionSetToChoose[];
  actions: ReviewActions;
  onColumn: () => void;
  onSuggest: () => void;
  onAdd: () => void;
};

function Beginning({ review, sets, actions, onColumn, onSuggest, onAdd }: BeginningProps) {
  const place = useWorkspace();
  if (!review.mayWrite) return <EmptyState title="Nothing here yet">Its documents and questions have not been added.</EmptyState>;
  if (review.documents === 0)
    return (
      <EmptyState
        title="No documents yet"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link to={place.path(`/vault/projects/${review.projectId}`)} className={buttonClass("primary")}>
              Add files to the project
            </Link>
            <Button onClick={onAdd}>Choose documents or law</Button>
          </span>
        }
      >
        Files and drafts of “{review.projectName}”, or sections of law, become the rows of this table.
      </EmptyState>
    );
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 py-8">
      <div className="mx-auto max-w-150">
        <h2 className="font-serif text-title">What do you want to know?</h2>
        <p className="mt-1 text-ink-soft text-pretty">
          Have columns suggested from two of the documents, begin with a set of questions and change it, or write your own.
        </p>
        <Button className="mt-4" onClick={onSuggest}>
          <Sparkles /> Suggest columns
        </Button>
        <QuestionSets sets={sets} onChoose={(columns) => void actions.send("/columns", { body: { columns } })} />
        <Button className="mt-4" onClick={onColumn}>
          <Pencil /> Write a question
        </Button>
      </div>
    </div>
  );
}
