/* From a section of law to those around it: the stored law can be walked along its citations and definitions. */
import { Link } from "react-router";
import type { LinkedSection, SectionLinks as Links } from "#core/law/law-shelf.ts";
import { useWorkspace } from "../shell/use-place.ts";
import { counted, sectionPath } from "./shelf-words.ts";

export function SectionLinks({ links: { isRead, cites, citedBy, definitions }, act }: { links: Links; act: string }) {
  const place = useWorkspace();
  return (
    <section aria-label="Citations" className="mt-10">
      <h2 className="group-label">Citations</h2>
      <p className="mt-2 text-sm text-ink-soft text-pretty">
        {isRead
          ? `Among the stored law, it cites ${counted(cites.length, "section")} and is cited by ${counted(citedBy.length, "section")}.`
          : "The citations of this text are still being read."}
      </p>
      <div className="mt-4 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Sections title="Cites" sections={cites} act={act} />
        <Sections title="Cited by" sections={citedBy} act={act} />
      </div>
      {definitions.length > 0 && (
        <div className="mt-6">
          <h3 className="font-medium">Defined terms that it uses</h3>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5">
            {definitions.map(({ term, ref, label }) => (
              <li key={term}>
                <Link to={place.path(sectionPath(ref))} className="text-blue underline-offset-4 touch-target hover:underline">
                  {term} <span className="text-ink-soft">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Sections({ title, sections, act }: { title: string; sections: readonly LinkedSection[]; act: string }) {
  const place = useWorkspace();
  if (sections.length === 0) return null;
  return (
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 divide-y divide-rule border-y border-rule">
        {sections.map((one) => (
          <li key={one.ref}>
            <Link to={place.path(sectionPath(one.ref))} className="block py-2 hover:bg-wash">
              <span className="text-blue">{one.label}</span>
              {one.title !== act && <span className="block truncate text-sm text-ink-soft">{one.title}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
