/* Where a contact is in the work, below its form: looked for once the page is there. */
import { FileText, Folder, ListChecks, Table2, Files } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { ContactPlace, ContactPlaces as Found } from "#core/contacts/contact-places.ts";
import { roleWords } from "#core/contacts/contact.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Spinner } from "../kit/spinner.tsx";
import { useWorkspace } from "../shell/use-place.ts";

type Kind = ContactPlace["kind"];
type Looked = { id: string; found: Found | null; problem: string | null };

const kinds: { kind: Kind; title: string; icon: ReactNode }[] = [
  { kind: "project", title: "Matters", icon: <Folder /> },
  { kind: "draft", title: "Drafts", icon: <FileText /> },
  { kind: "file", title: "Files", icon: <Files /> },
  { kind: "review", title: "Reviews", icon: <Table2 /> },
  { kind: "run", title: "Workflow runs", icon: <ListChecks /> },
];

export function ContactPlaces({ id, name }: { id: string; name: string }) {
  const [looked, setLooked] = useState<Looked | null>(null);
  useEffect(() => {
    let isHere = true;
    const show = (next: Omit<Looked, "id">) => isHere && setLooked({ id, ...next });
    ask<Found>(`/api/contacts/${id}/places`).then(
      (found) => show({ found, problem: null }),
      (error: unknown) => show({ found: null, problem: sentenceOf(problemIn(error)) }),
    );
    return () => void (isHere = false);
  }, [id]);
  return (
    <section aria-label="In your work" className="mt-10">
      <h2 className="group-label">In your work</h2>
      <div role="status" className="mt-2 text-ink-soft">
        {looked === null && (
          <span className="flex items-center gap-2">
            <Spinner /> Looking for {name}…
          </span>
        )}
        {looked?.problem}
        {looked?.found?.places.length === 0 &&
          "No matter, draft, file, review or workflow run that you can see names this contact."}
      </div>
      {kinds.map((one) => (
        <Places key={one.kind} {...one} found={looked?.found ?? nothing} />
      ))}
    </section>
  );
}

const nothing: Found = { places: [], more: [] };

function Places({ kind, title, icon, found }: (typeof kinds)[number] & { found: Found }) {
  const places = found.places.filter((place) => place.kind === kind);
  if (places.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 divide-y divide-rule border-y border-rule">
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} icon={icon} />
        ))}
        {found.more.includes(kind) && <li className="py-2 text-ink-soft">The newest {places.length} are shown.</li>}
      </ul>
    </div>
  );
}

function PlaceRow({ place, icon }: { place: ContactPlace; icon: ReactNode }) {
  const { path } = useWorkspace();
  const { name, project, sides = [], words, cells } = place;
  const to = pathOf(place);
  const what = [
    ...sides.map((side) => roleWords[side]),
    ...(project === null ? [] : [project.name]),
    ...(cells === undefined ? [] : [cells === 1 ? "1 answer" : `${cells.toLocaleString("en")} answers`]),
    ...(words === undefined ? [] : [`“${words}”`]),
  ];
  return (
    <li className="flex items-start gap-2.5 py-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <span aria-hidden="true" className="text-ink-faint">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        {to === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <Link to={path(to)} dir="auto" className="text-blue underline-offset-4 touch-target hover:underline">
            {name}
          </Link>
        )}
        <span dir="auto" className="line-clamp-2 text-sm break-words text-ink-soft">
          {what.join(" · ")}
        </span>
      </span>
    </li>
  );
}

function pathOf({ kind, id, project }: ContactPlace): string | null {
  if (kind === "project") return `/vault/projects/${id}`;
  if (kind === "review") return `/review/${id}`;
  if (kind === "run") return `/workflows/runs/${id}`;
  if (project === null) return null;
  return kind === "draft" ? `/vault/projects/${project.id}/drafts/${id}` : `/vault/projects/${project.id}`;
}
