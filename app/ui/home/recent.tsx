/* Where the reader was, their projects, and what has happened around them. */
import { FileText, FolderClosed, MessageSquare } from "lucide-react";
import { Link } from "react-router";
import type { HomeProject } from "#core/workspace/home.ts";
import type { OrganizationNews, RecentDraft } from "#core/workspace/organization.ts";
import { longDate } from "../organizations/dates.ts";
import { useWorkspace } from "../shell/use-place.ts";
import type { HomeChat } from "./home-data.ts";
import { Part, Row } from "./home-row.tsx";

const shown = 8;

export function Recent({ chats, drafts }: { chats: readonly HomeChat[]; drafts: readonly RecentDraft[] }) {
  const place = useWorkspace();
  const all = [
    ...chats.map(({ id, title, updatedAt }) => ({
      id,
      at: updatedAt,
      name: title || "New chat",
      to: place.path(`/chat/${id}`),
      icon: <MessageSquare />,
    })),
    ...drafts.map(({ id, projectId, name, updatedAt }) => ({
      id,
      at: updatedAt,
      name,
      to: place.path(`/vault/projects/${projectId}/drafts/${id}`),
      icon: <FileText />,
    })),
  ];
  const newest = all.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, shown);
  return (
    <Part title="Where you left off">
      {newest.map(({ id, at, ...row }) => (
        <Row key={id} {...row} about={longDate(at)} />
      ))}
    </Part>
  );
}

export function Projects({ projects }: { projects: readonly HomeProject[] }) {
  const place = useWorkspace();
  return (
    <Part
      title="Projects"
      more={
        <Link to={place.path("/vault")} className="mt-2 inline-block text-blue touch-target hover:underline">
          All projects
        </Link>
      }
    >
      {projects.map(({ id, name, ownerName, isOwner, updatedAt }) => (
        <Row
          key={id}
          to={place.path(`/vault/projects/${id}`)}
          icon={<FolderClosed />}
          name={name}
          about={isOwner ? longDate(updatedAt) : `${ownerName}, ${longDate(updatedAt)}`}
        />
      ))}
    </Part>
  );
}

export function News({ news }: { news: readonly OrganizationNews[] }) {
  const place = useWorkspace();
  return (
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
  );
}
