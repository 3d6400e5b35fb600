/* The shelves of the library, as tabs. Precedents are drafts and law is the same for everyone: they have pages of their own. */
import { useCallback } from "react";
import { Link } from "react-router";
import { libraryShelves, shelfWords, type LibraryShelf } from "#core/templates/library.ts";
import { useWorkspace } from "../shell/use-place.ts";

export function Shelves({ shown }: { shown: LibraryShelf | "precedents" | "law" }) {
  const place = useWorkspace();
  // On a phone the tabs are wider than the screen.
  const bringIntoView = useCallback((link: HTMLAnchorElement | null) => {
    const tabs = link?.parentElement;
    if (link && tabs) tabs.scrollLeft = link.offsetLeft - tabs.offsetLeft - tabs.clientWidth / 2;
  }, []);
  const shelves = [
    ...libraryShelves.map((shelf) => ({
      shelf,
      label: shelfWords[shelf],
      to: shelf === "templates" ? "/library" : `/library?shelf=${shelf}`,
    })),
    { shelf: "precedents", label: "Precedents", to: "/library?shelf=precedents" },
    { shelf: "law", label: "Law", to: "/library/law" },
  ];
  return (
    <nav aria-label="Shelves" className="mt-6 flex gap-5 overflow-x-auto border-b border-rule">
      {shelves.map(({ shelf, label, to }) => (
        <Link
          key={shelf}
          ref={shelf === shown ? bringIntoView : undefined}
          to={place.path(to)}
          aria-current={shelf === shown ? "page" : undefined}
          className="-mb-px flex h-10 shrink-0 items-center border-b-2 border-transparent px-0.5 text-ink-soft touch-target hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
