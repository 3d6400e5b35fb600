/* What a conflict check found: the other side first, each with where it is. */
import { CircleCheck, EyeOff, FileText, Folder, TriangleAlert, UserRound } from "lucide-react";
import { Link } from "react-router";
import { roleWords } from "#core/contacts/contact.ts";
import { outcomeOf, type ConflictFindings, type ConflictHit } from "#core/contacts/conflicts.ts";
import { useWorkspace } from "../shell/use-place.ts";

export function ConflictResult({ found }: { found: ConflictFindings }) {
  const { hits, more, hidden, compared } = found;
  const isAdverse = hidden.adverse > 0 || hits.some((hit) => hit.isAdverse);
  return (
    <div>
      <p className={`flex items-center gap-2 font-medium [&_svg]:size-4 ${isAdverse ? "text-danger" : ""}`}>
        {isAdverse ? <TriangleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
        {outcomeOf(found)}
      </p>
      {(hits.length > 0 || hidden.count > 0) && (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {hits.map((hit) => (
            <Hit key={`${hit.kind} ${hit.id} ${hit.party} ${hit.words}`} hit={hit} />
          ))}
          {more > 0 && <li className="py-2 text-ink-soft">{more.toLocaleString("en")} more</li>}
          {hidden.count > 0 && (
            <li className="flex items-start gap-2.5 py-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
              <EyeOff aria-hidden="true" className="text-ink-faint" />
              <span>
                {hidden.count === 1 ? "1 match" : `${hidden.count} matches`} where you have no access
                {hidden.adverse > 0 && <strong className="text-danger">, {hidden.adverse} on the other side</strong>}.{" "}
                <span className="text-ink-soft">Ask an administrator of the organization.</span>
              </span>
            </li>
          )}
        </ul>
      )}
      <p className="mt-2 text-xs text-ink-faint">
        Compared with {countOf(compared.contacts, "contact")}, {countOf(compared.projects, "project")},{" "}
        {countOf(compared.drafts, "draft")} and {countOf(compared.files, "file")}.
      </p>
    </div>
  );
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

const icons = { contact: <UserRound />, project: <Folder />, draft: <FileText />, file: <FileText /> };

function Hit({ hit }: { hit: ConflictHit }) {
  const place = useWorkspace();
  const { kind, title, words, roles, isAdverse, likeness } = hit;
  const to = pathOf(hit);
  const what = [
    roles === null ? `“${words}”` : roles.map((role) => roleWords[role]).join(", ") || "No role",
    ...(kind === "project" && words !== title ? [words] : []),
    ...(likeness < 1 ? ["similar name"] : []),
    ...(hit.isGone === true ? ["no longer in your contacts"] : []),
  ];
  return (
    <li className="flex items-start gap-2.5 py-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <span aria-hidden="true" className={isAdverse ? "text-danger" : "text-ink-faint"}>
        {icons[kind]}
      </span>
      <span className="min-w-0 flex-1">
        {to === null ? (
          <span dir="auto">{title}</span>
        ) : (
          <Link to={place.path(to)} dir="auto" className="text-blue underline-offset-4 hover:underline">
            {title}
          </Link>
        )}
        {isAdverse && <strong className="ml-2 text-xs text-danger">Other side</strong>}
        <span dir="auto" className="block text-sm break-words text-ink-soft">
          {what.join(" · ")}
        </span>
      </span>
    </li>
  );
}

function pathOf({ kind, id, projectId, isGone }: ConflictHit): string | null {
  if (isGone === true) return null;
  if (kind === "contact") return `/contacts/${id}`;
  if (kind === "project") return `/vault/projects/${id}`;
  if (kind === "draft") return `/vault/projects/${projectId}/drafts/${id}`;
  return projectId === null ? null : `/vault/projects/${projectId}`;
}
