/* What the field on the home has found by name or in the text. */
import { File, FileText, FolderClosed, LibraryBig, Scale } from "lucide-react";
import { Link } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";
import type { HomeData } from "./home-data.ts";
import { Part, Row } from "./home-row.tsx";

export function FoundList({ find, found }: { find: string; found: NonNullable<HomeData["found"]> }) {
  const place = useWorkspace();
  const isEmpty = Object.values(found).every((ofKind) => ofKind.length === 0);
  return (
    <div className="mt-8" role="status">
      {isEmpty ? (
        <p className="text-ink-soft">No project, draft, file, template or law matches “{find}”.</p>
      ) : (
        <Part title={`Found for “${find}”`}>
          {[
            ...found.projects.map(({ id, name, ownerName, isOwner }) => (
              <Row
                key={id}
                to={place.path(`/vault/projects/${id}`)}
                icon={<FolderClosed />}
                name={name}
                about={isOwner ? "Project" : `Project of ${ownerName}`}
              />
            )),
            ...found.drafts.map(({ id, projectId, name, excerpt }) => (
              <Row
                key={id}
                to={place.path(`/vault/projects/${projectId}/drafts/${id}`)}
                icon={<FileText />}
                name={name}
                about={excerpt}
              />
            )),
            ...found.files.map(({ id, name, url, excerpt }) => (
              <Row key={id} to={url} isOutside icon={<File />} name={name} about={excerpt} />
            )),
            ...found.templates.map(({ id, name, summary }) => (
              <Row key={id} to={place.path(`/library/templates/${id}`)} icon={<LibraryBig />} name={name} about={summary} />
            )),
            ...found.law.map(({ ref, name, heading, url, excerpt }) => (
              <Row
                key={ref}
                to={url}
                isOutside
                icon={<Scale />}
                name={name}
                about={[heading, excerpt].filter(Boolean).join(" · ")}
              />
            )),
          ]}
        </Part>
      )}
      <Link to={place.path("/home")} className="mt-3 inline-block text-blue touch-target hover:underline">
        Clear the search
      </Link>
    </div>
  );
}
