/* What the field on the home has found by name or in the text. */
import { FileText, FolderClosed } from "lucide-react";
import { Link } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";
import type { HomeData } from "./home-data.ts";
import { Part, Row } from "./home-row.tsx";

export function FoundList({ find, found }: { find: string; found: NonNullable<HomeData["found"]> }) {
  const place = useWorkspace();
  const isEmpty = found.projects.length + found.drafts.length === 0;
  return (
    <div className="mt-8" role="status">
      {isEmpty ? (
        <p className="text-ink-soft">No project or draft matches “{find}”.</p>
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
          ]}
        </Part>
      )}
      <Link to={place.path("/home")} className="mt-3 inline-block text-blue touch-target hover:underline">
        Clear the search
      </Link>
    </div>
  );
}
