/* One cell beside the table: its question, its answer, the words it stands on, and a person's word on it. */
import { BadgeCheck, ChevronRight, Flag, Pencil, RotateCcw, Trash2, UserRound, X } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { verdictSentences } from "#core/claims/verdicts.ts";
import type { CellChange } from "#core/requests/reviews.ts";
import { isAboutParties } from "#core/review/find-parties.ts";
import type { CellSource, ReusedAnswer, Review, ReviewCell, ReviewColumn, ReviewRow } from "#core/review/review.ts";
import { emptyCell, hasOtherFinding, shownAnswer, stateWords } from "#core/review/shown.ts";
import type { Source } from "#core/sources/source.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { CellActivityList } from "./cell-activity.tsx";
import { CellContacts } from "./cell-contacts.tsx";
import { LawDay, LawFacts, lawSource } from "./law-of-row.tsx";
import type { ReviewActions } from "./use-review.ts";

/** With everything a document is shown in; larger than the table. */
const SourceViewer = lazy(() => import("../sources/source-viewer.tsx").then(({ SourceViewer: viewer }) => ({ default: viewer })));

export type PanelProps = {
  review: Review;
  row: ReviewRow;
  column: ReviewColumn | undefined;
  actions: ReviewActions;
  /** Why the answer stands out in its column. */
  outlier: string | undefined;
  onClose: () => void;
  onNext: () => void;
  /** A letter that means something in the table too. */
  onKey: (key: string) => boolean;
};

export function CellPanel(props: PanelProps) {
  const { row, column, onClose } = props;
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented) return;
    const isWriting = (event.target as HTMLElement).matches("input, textarea, select");
    if (event.key === "Escape") onClose();
    else if (event.key === "e" && !isWriting) event.currentTarget.querySelector<HTMLElement>("[data-correct]")?.click();
    else if (isWriting || event.ctrlKey || event.metaKey || event.altKey || !props.onKey(event.key)) return;
    event.preventDefault();
  }
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      aria-label="Cell"
      onKeyDown={onKeyDown}
      className="scroll-thin z-30 flex w-96 shrink-0 flex-col gap-4 overflow-y-auto border-l border-rule bg-raised p-5 max-lg:absolute max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-3/4 max-lg:w-auto max-lg:border-t max-lg:border-l-0 max-lg:shadow-panel"
    >
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 ref={top} tabIndex={-1} className="font-serif text-lg break-words outline-none">
            {column?.label ?? row.name}
          </h2>
          {column !== undefined && <p className="truncate text-ink-soft">{row.name}</p>}
          {column !== undefined && row.law !== null && <LawDay law={row.law} />}
        </div>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </header>
      {column === undefined ? (
        <DocumentFacts {...props} />
      ) : (
        <CellFacts key={`${row.id} ${column.id}`} {...props} column={column} />
      )}
    </aside>
  );
}

function CellFacts({ review, row, column, actions, outlier, onNext }: PanelProps & { column: ReviewColumn }) {
  const cell = useMemo(() => row.cells.find(({ columnId }) => columnId === column.id) ?? emptyCell(column.id), [row, column.id]);
  const [isAssigning, setAssigning] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const of = { documentId: row.id, columnId: column.id };
  const shown = shownAnswer(cell);
  const change = (is: CellChange["is"], said: string) => void actions.change([{ ...of, is }], () => said);
  const verify = () => change({ verified: true }, "Verified");
  const flag = () => change({ isFlagged: !cell.isFlagged }, cell.isFlagged ? "Flag removed" : "Flagged");
  const askAgain = () => void actions.send("/runs", { body: { cells: [of] } });
  return (
    <>
      <p className="text-ink-soft text-pretty">{column.question}</p>
      {isEditing ? (
        <EditAnswer
          answer={shown?.answer ?? ""}
          onSave={(answer) => (setEditing(false), change({ answer }, "Corrected"))}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div>
          <p className="group-label">{cell.isQueued ? "Waiting to be asked" : stateWords(cell)}</p>
          {shown !== null && shown.answer !== "" && (
            <p className="mt-1.5 font-serif text-read break-words whitespace-pre-line">{shown.answer}</p>
          )}
          <Notes cell={cell} />
        </div>
      )}
      {hasOtherFinding(cell) && (
        <div className="rounded-lg bg-warn-soft p-3">
          <p className="font-medium">A newer answer differs</p>
          <p className="mt-1 break-words whitespace-pre-line">
            {cell.found!.answer === "" ? stateWords({ ...cell, held: null }) : cell.found!.answer}
          </p>
          {review.mayWrite && (
            <Button size="small" className="mt-2" onClick={verify}>
              Use this answer
            </Button>
          )}
        </div>
      )}
      {review.mayWrite && !isEditing && (
        <div className="flex flex-wrap gap-2">
          {cell.held === null && cell.found !== null && cell.found.state !== "failed" && (
            <Button variant="primary" onClick={verify}>
              <BadgeCheck /> Verify
            </Button>
          )}
          {cell.held !== null && <Button onClick={() => change({ open: true }, "No longer verified")}>Undo verification</Button>}
          <Button data-correct onClick={() => setEditing(true)}>
            <Pencil /> Correct
          </Button>
          <Button disabled={cell.isQueued} onClick={askAgain}>
            <RotateCcw /> {cell.found === null ? "Ask" : "Ask again"}
          </Button>
          <Button aria-pressed={cell.isFlagged} onClick={flag}>
            <Flag /> {cell.isFlagged ? "Unflag" : "Flag"}
          </Button>
          <Button onClick={() => setAssigning(true)}>
            <UserRound /> Assign…
          </Button>
          <Button variant="quiet" onClick={onNext}>
            Next unverified <ChevronRight />
          </Button>
        </div>
      )}
      {cell.assigned !== null && (
        <p className="text-ink-soft">
          Assigned to {cell.assigned.name}
          {cell.assigned.due !== null && (
            <>
              , due <time dateTime={cell.assigned.due}>{cell.assigned.due}</time>
            </>
          )}
        </p>
      )}
      {outlier !== undefined && <p className="text-warn text-pretty">Stands out in its column. {outlier}</p>}
      {shown !== null && isAboutParties(column) && <CellContacts answer={shown.answer} />}
      {shown !== null && shown.sources.length > 0 && <Sources row={row} sources={shown.sources} />}
      <CellActivityList review={review} documentId={row.id} cell={cell} actions={actions} />
      {isAssigning && (
        <AssignDialog
          reviewId={review.id}
          count={1}
          before={cell.assigned}
          onAssign={(assigned) => change({ assigned }, assigned === null ? "Unassigned" : "Assigned")}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}

function Notes({ cell: { held, found } }: { cell: ReviewCell }) {
  const note = held === null ? found?.note : null;
  return (
    <>
      {note != null && <p className="mt-1.5 text-ink-soft text-pretty">{note}</p>}
      {held === null && found?.reused != null && <Reused reused={found.reused} />}
      {held === null && found?.isOutdated === true && <p className="mt-1.5 text-warn">The question has changed since.</p>}
      {held !== null && (
        <p className="mt-1.5 text-xs text-ink-faint">
          {held.isCorrected ? "Corrected" : "Verified"} by {held.by ?? "someone who has left"} on{" "}
          <time dateTime={held.at}>{held.at.slice(0, 10)}</time>
        </p>
      )}
    </>
  );
}

function Reused({ reused: { review, at } }: { reused: ReusedAnswer }) {
  const place = useWorkspace();
  return (
    <p className="mt-1.5 text-xs text-ink-faint">
      Reused from{" "}
      {review === null ? (
        "another review"
      ) : (
        <Link to={place.path(`/review/${review.id}`)} className="text-blue underline touch-target">
          {review.name}
        </Link>
      )}
      , <time dateTime={at}>{longDay(at.slice(0, 10))}</time>
    </p>
  );
}

function EditAnswer({ answer, onSave, onCancel }: { answer: string; onSave: (answer: string) => void; onCancel: () => void }) {
  const [text, setText] = useState(answer);
  return (
    <form onSubmit={(event) => (event.preventDefault(), onSave(text))} className="flex flex-col gap-3">
      <TextArea
        label="Answer"
        rows={4}
        autoFocus
        maxLength={8000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          onCancel();
        }}
      />
      <div className="flex gap-2">
        <Button variant="primary" type="submit">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function Sources({ row, sources }: { row: ReviewRow; sources: readonly CellSource[] }) {
  const [opened, setOpened] = useState<CellSource | null>(null);
  return (
    <section aria-label="Words of the document">
      <h3 className="group-label">Words of the document</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {sources.map((source, at) => (
          <li key={`${source.start ?? at} ${source.quoted}`} className="border-l-2 border-rule-strong pl-3">
            <q className="block font-serif break-words">{source.words ?? source.quoted}</q>
            <p className="mt-1 text-xs text-ink-faint">
              {[source.page === undefined ? "" : `Page ${source.page}`, verdictSentences[source.verdict]]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {source.start !== undefined && (
              <Button size="small" className="mt-1.5" onClick={() => setOpened(source)}>
                Show in document
              </Button>
            )}
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense>
          <SourceViewer
            source={sourceOf(row, opened)}
            claim={opened.words ?? ""}
            cited={{ ...opened, claim: opened.words ?? "" }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

function sourceOf(row: ReviewRow, { page }: CellSource): Source {
  const { fileId, name, fileType, law } = row;
  if (law !== null) return lawSource(law, fileId);
  // The page is known already: of these, the viewer only takes the number.
  const pageStarts = page === undefined ? undefined : Array.from({ length: page }, () => 0);
  return {
    id: fileId,
    type: "file",
    name,
    documentId: fileId,
    metadata: { fileName: name, fileType, ...(pageStarts && { pageStarts }) },
  };
}

function DocumentFacts({ review, row, actions, onClose }: PanelProps): ReactNode {
  const verified = row.cells.filter(({ held }) => held !== null).length;
  async function remove() {
    onClose();
    await actions.remove(`/documents/${row.id}`, `“${row.name}” removed from the review`);
  }
  return (
    <>
      <p className="text-ink-soft">
        {verified} of {review.columns.length} answers verified.
      </p>
      {row.law !== null && <LawFacts law={row.law} />}
      {row.unreadPages > 0 && (
        <p className="text-warn text-pretty">
          {row.unreadPages === 1 ? "One page is a picture" : `${row.unreadPages} pages are pictures`} without text. Read the scanned
          pages in the project, or answers may be incomplete.
        </p>
      )}
      {review.mayWrite && (
        <div>
          <Button onClick={() => void remove()}>
            <Trash2 /> Remove from the review
          </Button>
        </div>
      )}
    </>
  );
}
