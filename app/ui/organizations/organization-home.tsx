import { CircleCheck, Circle, FileText, FolderClosed, MessageSquare, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { roleWords, type OrganizationNews, type RecentDraft } from "#core/workspace/organization.ts";
import type { Role } from "#core/workspace/policy.ts";
import { buttonClass } from "../kit/button.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { longDate } from "./dates.ts";
import { DeletionNotice } from "./deletion-notice.tsx";

type HomeProps = {
  name: string;
  role: Role;
  canMake: boolean;
  isManager: boolean;
  chats: { id: string; title: string; updatedAt: string }[];
  drafts: RecentDraft[];
  projects: { id: string; name: string; ownerName: string; isOwner: boolean; updatedAt: string }[];
  news: OrganizationNews[];
  deleteAt: string | null;
  /** Which of the first steps are done. */
  steps: Record<"chat" | "project" | "invite", boolean>;
};

export function OrganizationHome({ name, role, canMake, isManager, chats, drafts, projects, news, deleteAt, steps }: HomeProps) {
  const place = useWorkspace();
  const isEmpty = chats.length + drafts.length + projects.length + news.length === 0;
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className="mx-auto w-full max-w-200 px-5 pt-10 pb-20">
        {deleteAt !== null && <DeletionNotice at={deleteAt} />}
        <h1 className="font-serif text-display wrap-anywhere">{name}</h1>
        {canMake ? (
          <Link to={place.path("/chat")} className={`mt-5 ${buttonClass("primary")}`}>
            <SquarePen />
            New chat
          </Link>
        ) : (
          <p className="mt-2 text-base text-ink-soft">You are a guest here. {roleWords[role]}</p>
        )}
        {canMake && <FirstSteps steps={steps} isManager={isManager} />}
        {isEmpty && !canMake && <p className="mt-10 text-base text-ink-soft">Nothing has been shared with you yet.</p>}
        <div className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          <Part title="Recent chats">
            {chats.map(({ id, title, updatedAt }) => (
              <Row key={id} to={place.path(`/chat/${id}`)} icon={<MessageSquare />} name={title || "New chat"} at={updatedAt} />
            ))}
          </Part>
          <Part title="Drafts">
            {drafts.map(({ id, projectId, name: draft, updatedAt }) => (
              <Row
                key={id}
                to={place.path(`/vault/projects/${projectId}/drafts/${id}`)}
                icon={<FileText />}
                name={draft}
                at={updatedAt}
              />
            ))}
          </Part>
          <Part title="Projects">
            {projects.map(({ id, name: project, ownerName, isOwner, updatedAt }) => (
              <Row
                key={id}
                to={place.path(`/vault/projects/${id}`)}
                icon={<FolderClosed />}
                name={project}
                by={isOwner ? undefined : ownerName}
                at={updatedAt}
              />
            ))}
          </Part>
          <Part title="Activity">
            {news.map((one) => (
              <li key={`${one.kind} ${one.id}`} className="border-t border-rule py-2.5">
                <p className="wrap-anywhere">
                  <span className="font-medium">{one.name}</span>{" "}
                  {one.kind === "joined" ? (
                    "joined"
                  ) : (
                    <>
                      shared{" "}
                      <Link to={place.path(`/vault/projects/${one.id}`)} className="text-blue hover:underline">
                        {one.project}
                      </Link>{" "}
                      with you
                    </>
                  )}
                </p>
                <p className="text-xs text-ink-faint">{longDate(one.at)}</p>
              </li>
            ))}
          </Part>
        </div>
      </div>
    </main>
  );
}

/** A heading with its list; renders nothing if the list is empty. */
function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-serif text-title">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

type RowProps = { to: string; icon: ReactNode; name: string; by?: string | undefined; at: string };

function Row({ to, icon, name, by, at }: RowProps) {
  return (
    <li className="border-t border-rule">
      <Link
        to={to}
        className="-mx-2 flex items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-wash pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint"
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-xs text-ink-faint">
            {by !== undefined && `${by}, `}
            {longDate(at)}
          </span>
        </span>
      </Link>
    </li>
  );
}

function FirstSteps({ steps, isManager }: { steps: HomeProps["steps"]; isManager: boolean }) {
  const place = useWorkspace();
  const all = [
    { isDone: steps.chat, to: place.path("/chat"), label: "Ask for a first draft, or get a text checked" },
    { isDone: steps.project, to: place.path("/vault"), label: "Create a project for a matter or a text" },
    ...(isManager
      ? [
          {
            isDone: steps.invite,
            to: place.path("/settings/organization/members"),
            label: "Invite a colleague",
          },
        ]
      : []),
  ];
  if (all.every(({ isDone }) => isDone)) return null;
  return (
    <section className="mt-10 rounded-xl border border-rule bg-raised px-5 pt-4 pb-2">
      <h2 className="font-serif text-title">Get started</h2>
      <ul className="mt-2">
        {all.map(({ isDone, to, label }) => (
          <li key={label} className="border-t border-rule first:border-t-0">
            <Link to={to} className="flex items-center gap-3 py-3 hover:text-blue">
              {isDone ? (
                <CircleCheck aria-label="Done:" className="size-4 shrink-0 text-insert" />
              ) : (
                <Circle aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              )}
              <span className={isDone ? "text-ink-faint" : ""}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
