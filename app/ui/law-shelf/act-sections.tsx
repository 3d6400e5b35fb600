/* The sections of an act, searched and paged on the server, each with the wordings that are kept of it. */
import { Link } from "react-router";
import type { ActFacts, LastChange, SectionList, SectionPage, ShelfSection } from "#core/law/law-shelf.ts";
import { wordingWords } from "#core/law/law-shelf-words.ts";
import type { ActQuery } from "#core/requests/law.ts";
import { ChoiceChips } from "../kit/choice-chips.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { actPath, pageWords, sectionPath } from "./shelf-words.ts";

const listWords: Record<SectionList, string> = {
  all: "All",
  changed: "Changed last",
  other: "With other wordings",
  absent: "Not in the newest text",
};

type ActSectionsProps = { asked: ActQuery; act: ActFacts; page: SectionPage; lastChange: LastChange | null };

export function ActSections({ asked, act, page, lastChange }: ActSectionsProps) {
  const place = useWorkspace();
  const list = (more: Record<string, string> = {}) =>
    place.path(
      actPath(act.id, {
        ...(asked.show !== "all" && { show: asked.show }),
        ...(asked.query !== "" && { query: asked.query }),
        ...more,
      }),
    );
  // What an act has none of is not offered, unless an address leads there.
  const isOffered: Record<SectionList, boolean> = {
    all: true,
    changed: lastChange !== null || asked.show === "changed",
    other: act.wordings > 0 || asked.show === "other",
    absent: act.wordings > 0 || asked.show === "absent",
  };
  return (
    <section aria-label="Sections" className="mt-9">
      <h2 className="font-serif text-title">Sections</h2>
      <SearchForm label="Search in this act" query={asked.query} className="mt-3">
        <input type="hidden" name="id" value={act.id} />
        {act.wordings > 0 || lastChange !== null ? (
          <ChoiceChips
            legend="Which sections"
            name="show"
            options={(Object.keys(listWords) as SectionList[]).filter((one) => isOffered[one])}
            chosen={asked.show}
            wordsFor={(one) => listWords[one ?? "all"]}
          />
        ) : null}
      </SearchForm>
      {page.sections.length === 0 ? (
        <p className="mt-6 text-ink-soft">{asked.query === "" ? "There are none." : "No matching sections. Try fewer words."}</p>
      ) : (
        <ul className="mt-4 divide-y divide-rule border-y border-rule">
          {page.sections.map((section) => (
            <SectionRow key={section.ref} section={section} />
          ))}
        </ul>
      )}
      <PageLinks
        first={asked.after === undefined ? null : list()}
        next={page.next === null ? null : list({ after: page.next })}
        words={pageWords}
      />
    </section>
  );
}

function SectionRow({ section }: { section: ShelfSection }) {
  const place = useWorkspace();
  const { ref, label, heading, path, start, isPresent, wordings } = section;
  const mayCompare = wordings.length + Number(isPresent) > 1;
  return (
    <li className="py-3">
      {path.length > 0 && <p className="text-xs text-ink-faint wrap-anywhere">{path.join(" › ")}</p>}
      <h3>
        <Link to={place.path(sectionPath(ref))} className="wrap-anywhere hover:underline">
          <span className="font-medium">{label}</span> {heading}
        </Link>
      </h3>
      <p dir="auto" className="mt-0.5 line-clamp-2 font-serif text-ink-soft wrap-anywhere">
        {start}
      </p>
      {wordings.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
          <p className="min-w-0 flex-1 basis-60 text-pretty">
            {isPresent ? "Other wordings: " : "Not in the newest text: "}
            {wordings.map((one) => wordingWords(one)).join("; ")}
          </p>
          {mayCompare && (
            <Link
              to={place.path(sectionPath(ref))}
              aria-label={`Compare wordings of ${label}`}
              className="text-blue touch-target hover:underline"
            >
              Compare
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
