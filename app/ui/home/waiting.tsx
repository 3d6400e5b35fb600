/* What waits for the reader, and what runs for them. */
import { FilePen, Loader, MailOpen, MessageCircle, MessageSquare, TableProperties, TriangleAlert, Workflow } from "lucide-react";
import { timeLeft, type JobAtWork } from "#core/workspace/job.ts";
import type { WaitingChanges } from "#core/workspace/home.ts";
import type { WaitingStep } from "#core/workflows/run.ts";
import { PageLinks } from "../kit/page-links.tsx";
import { longDate } from "../organizations/dates.ts";
import { useWorkspace } from "../shell/use-place.ts";
import type { HomeChat, HomeData } from "./home-data.ts";
import { Part, Row } from "./home-row.tsx";

export function Waiting({ home: { invitations, comments, changes, cells, steps, chats, jobs, isLater } }: { home: HomeData }) {
  const place = useWorkspace();
  const rows = [
    ...invitations.map(({ id, organization, inviter }) => (
      <Row key={id} to="/invitations" icon={<MailOpen />} name={`Join ${organization}`} about={`${inviter} invited you`} />
    )),
    ...cells.map(({ reviewId, review, count, due, isOverdue }) => (
      <Row
        key={reviewId}
        to={place.path(`/review/${reviewId}`)}
        icon={<TableProperties />}
        name={review}
        about={due === null ? "Assigned to you" : `Assigned to you · ${isOverdue ? "was due" : "due"} ${longDate(due)}`}
        mark={count === 1 ? "1 cell to verify" : `${count.toLocaleString("en")} cells to verify`}
      />
    )),
    ...steps.map((one) => (
      <Row
        key={`${one.runId} ${one.path}`}
        to={place.path(`/workflows/runs/${one.runId}`)}
        icon={<Workflow />}
        name={`${one.workflow}: ${one.title}`}
        about={[one.projectName, one.dueAt !== null && `due ${longDate(one.dueAt)}`].filter(Boolean).join(" · ")}
        mark={one.isOverdue ? "Overdue" : askWords[one.ask]}
      />
    )),
    ...comments.items.map(({ id, draftId, projectId, draft, author, text, isMention, at }) => (
      <Row
        key={id}
        to={place.path(`/vault/projects/${projectId}/drafts/${draftId}`)}
        icon={<MessageCircle />}
        name={`${author} ${isMention ? "mentioned you" : "commented"} in ${draft}`}
        about={`${text} · ${longDate(at)}`}
      />
    )),
    ...changes.items.map((one) => (
      <Row
        key={one.draftId}
        to={place.path(`/vault/projects/${one.projectId}/drafts/${one.draftId}`)}
        icon={<FilePen />}
        name={one.draft}
        about={changesIn(one)}
        mark={`${one.count} to decide`}
      />
    )),
    ...chats
      .filter(({ unread, running }) => unread && !running)
      .map(({ id, title, updatedAt }) => (
        <Row
          key={id}
          to={place.path(`/chat/${id}`)}
          icon={<MessageSquare />}
          name={title || "New chat"}
          about={`Answered on ${longDate(updatedAt)}`}
          mark="Unread"
        />
      )),
    ...jobs
      .filter(({ state }) => state === "failed")
      .map(({ id, name, problem }) => (
        <Row
          key={id}
          to={place.path("/settings/account/import")}
          icon={<TriangleAlert />}
          name={name ?? "Your import"}
          about={problem ?? "It failed."}
          mark="Failed"
        />
      )),
  ];
  if (rows.length === 0 && !isLater) return null;
  const more = new URLSearchParams();
  if (comments.next !== null) more.set("comments", comments.next);
  if (changes.next !== null) more.set("changes", changes.next);
  return (
    <div className="mt-10">
      <Part title="Waiting for you">{rows}</Part>
      <PageLinks
        first={isLater ? place.path("/home") : null}
        next={more.size > 0 ? `${place.path("/home")}?${more.toString()}` : null}
      />
    </div>
  );
}

const askWords: Record<WaitingStep["ask"], string> = { approve: "To approve", answer: "To answer", choose: "To choose" };

function changesIn({ count, byPeople, at }: WaitingChanges): string {
  const others = count - byPeople;
  const made = [byPeople > 0 && `${byPeople} by people`, others > 0 && `${others} by Stet`].filter(Boolean).join(", ");
  return `Proposed changes: ${made} · ${longDate(at)}`;
}

export function AtWorkNow({ jobs, chats }: { jobs: readonly JobAtWork[]; chats: readonly HomeChat[] }) {
  const place = useWorkspace();
  const rows = [
    ...jobs
      .filter(({ state }) => state !== "failed")
      .map((job) => (
        <Row
          key={job.id}
          to={place.path("/settings/account/import")}
          icon={<Loader />}
          name={job.name ?? "An import"}
          about={statusOf(job)}
        />
      )),
    ...chats
      .filter(({ running }) => running)
      .map(({ id, title }) => (
        <Row key={id} to={place.path(`/chat/${id}`)} icon={<Loader />} name={title || "New chat"} about="Stet is answering" />
      )),
  ];
  if (rows.length === 0) return null;
  return (
    <div className="mt-10">
      <Part title="At work">{rows}</Part>
    </div>
  );
}

function statusOf({ state, share, secondsLeft }: JobAtWork): string {
  const words = { queued: "Waiting", running: "Running", paused: "Paused", failed: "Failed" }[state];
  const parts = [words, share !== null && `${Math.round(share * 100)} %`, secondsLeft !== null && timeLeft(secondsLeft)];
  return parts.filter(Boolean).join(" · ");
}
