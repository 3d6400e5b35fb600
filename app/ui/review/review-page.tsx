/* A review: its table, a cell opened beside it, and what is done with all of it. */
import { Download, Ellipsis, FilePlus2, LibraryBig, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { writeQuestions } from "#core/review/questions-file.ts";
import type { NewColumn, Review, ReviewColumn, ReviewRow } from "#core/review/review.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button, buttonClass } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { CellPanel } from "./cell-panel.tsx";
import { ColumnDialog } from "./column-dialog.tsx";
import { ReviewGrid, type Place } from "./review-grid.tsx";
import { RunBar, RunDialog } from "./run-bar.tsx";
import { useReview, type ReviewActions } from "./use-review.ts";

export type QuestionSetToChoose = { id: string; name: string; columns: readonly NewColumn[] };
type ReviewPageProps = { review: Review; first: ReviewRow[]; sets: readonly QuestionSetToChoose[] };

export function ReviewPage({ review, first, sets }: ReviewPageProps) {
  const { rowAt, setSeen, actions } = useReview(review, first);
  const [place, setPlace] = useState<Place>({ row: review.documents > 0 ? 0 : -1, column: 0 });
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<"run" | "column" | ReviewColumn | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const { columns } = review;
  const row = place.row < 0 ? undefined : rowAt(place.row);
  const column = columns[place.column - 1];

  function open(at: Place) {
    setPlace(at);
    if (at.row < 0) {
      const chosen = columns[at.column - 1];
      if (chosen !== undefined && review.mayWrite) setAsked(chosen);
    } else setOpen(true);
  }
  function close() {
    setOpen(false);
    area.current?.querySelector<HTMLElement>('[data-place="active"]')?.focus();
  }
  function verify({ row: at, column: index }: Place) {
    const [document, question] = [rowAt(at), columns[index - 1]];
    const cell = document?.cells.find(({ columnId }) => columnId === question?.id);
    if (!review.mayWrite || document === undefined || cell?.found == null || cell.held !== null) return;
    void actions.hold({ documentId: document.id, columnId: cell.columnId }, { verified: true }, "Verified");
  }
  function toNext() {
    const next = nextUnverified(review, rowAt, place);
    if (next === null) showToast({ kind: "info", text: "Nothing further in view waits to be verified." });
    else setPlace(next);
  }
  const isReady = review.documents > 0 && columns.length > 0;
  return (
    <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <Head review={review} actions={actions} isReady={isReady} onRun={() => setAsked("run")} onColumn={() => setAsked("column")} />
      {review.runs.map((run) => (
        <RunBar key={run.id} run={run} actions={actions} />
      ))}
      {isReady ? (
        <div ref={area} className="flex min-h-0 flex-1">
          <ReviewGrid
            review={review}
            rowAt={rowAt}
            place={place}
            setPlace={setPlace}
            onOpen={open}
            onVerify={verify}
            onSeen={setSeen}
          />
          {isOpen && row !== undefined && (
            <CellPanel review={review} row={row} column={column} actions={actions} onClose={close} onNext={toNext} />
          )}
        </div>
      ) : (
        <Beginning review={review} sets={sets} actions={actions} onColumn={() => setAsked("column")} />
      )}
      {asked === "run" && <RunDialog review={review} actions={actions} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== "run" && (
        <ColumnDialog column={asked === "column" ? null : asked} actions={actions} onClose={() => setAsked(null)} />
      )}
    </main>
  );
}

type HeadProps = { review: Review; actions: ReviewActions; isReady: boolean; onRun: () => void; onColumn: () => void };

function Head({ review, actions, isReady, onRun, onColumn }: HeadProps) {
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
          <Button variant="primary" disabled={!isReady} onClick={onRun}>
            <Play /> Run
          </Button>
        </>
      )}
      <Actions review={review} actions={actions} isReady={isReady} />
    </header>
  );
}

function Actions({ review, actions, isReady }: Pick<HeadProps, "review" | "actions" | "isReady">) {
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
          <MenuItem icon={<FilePlus2 />} onSelect={() => void addDocuments(actions)}>
            Add new files of the project
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

async function addDocuments(actions: ReviewActions): Promise<void> {
  const added = await actions.addDocuments();
  if (added === null) return;
  const text =
    added === 0 ? "All files of the project are in the review." : added === 1 ? "1 document added" : `${added} documents added`;
  showToast({ kind: added === 0 ? "info" : "success", text });
}

/** What is missing before the first run: documents, then questions. */
type BeginningProps = {
  review: Review;
  sets: readonly QuestionSetToChoose[];
  actions: ReviewActions;
  onColumn: () => void;
};

function Beginning({ review, sets, actions, onColumn }: BeginningProps) {
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
            <Button onClick={() => void addDocuments(actions)}>Add files of the project</Button>
          </span>
        }
      >
        The files of “{review.projectName}” become the rows of this table.
      </EmptyState>
    );
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 py-8">
      <div className="mx-auto max-w-150">
        <h2 className="font-serif text-title">What do you want to know?</h2>
        <p className="mt-1 text-ink-soft text-pretty">Begin with a set of questions and change it, or write your own.</p>
        <ul className="mt-5 flex flex-col gap-3">
          {sets.map(({ id, name, columns }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => void actions.send("/columns", { body: { columns } })}
                className="block w-full rounded-xl border border-rule bg-raised p-4 text-left transition-colors hover:border-rule-strong hover:bg-desk"
              >
                <span className="block font-medium">{name}</span>
                <span className="mt-1 block text-ink-soft text-pretty">{columns.map(({ label }) => label).join(", ")}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button className="mt-4" onClick={onColumn}>
          <Pencil /> Write a question
        </Button>
      </div>
    </div>
  );
}

/** In the order of reading, of the rows that are loaded. */
function nextUnverified({ columns, documents }: Review, rowAt: (at: number) => ReviewRow | undefined, from: Place): Place | null {
  for (let row = Math.max(0, from.row); row < documents; row++) {
    const loaded = rowAt(row);
    if (loaded === undefined) return null;
    for (let index = row === from.row ? from.column : 0; index < columns.length; index++) {
      const cell = loaded.cells.find(({ columnId }) => columnId === columns[index]!.id);
      if (cell?.found != null && cell.held === null) return { row, column: index + 1 };
    }
  }
  return null;
}
