/* The shelves of the library, as tabs; while the library is searched, they narrow the search. Precedents are drafts and law is the same for everyone: they have pages of their own. */
import { useCallback } from "react";
import { Link } from "react-router";
import { searchedShelves, searchedWords, type SearchedShelf } from "#core/templates/library-search.ts";
import { useWorkspace } from "../shell/use-place.ts";

type ShelvesProps = {
  /** What is listed, or searched alone. */
  shown: SearchedShelf | "all";
  /** Of a search, which the tabs narrow to a shelf. */
  search?: URLSearchParams;
};

export function Shelves({ shown, search }: ShelvesProps) {
  const place = useWorkspace();
  // On a phone the tabs are wider than the screen.
  const bringIntoView = useCallback((link: HTMLAnchorElement | null) => {
    const tabs = link?.parentElement;
    if (link && tabs) tabs.scrollLeft = link.offsetLeft - tabs.offsetLeft - tabs.clientWidth / 2;
  }, []);
  const shelves = search === undefined ? ownPages : narrowed(search);
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

const ownPages = searchedShelves.map((shelf) => ({
  shelf,
  label: searchedWords[shelf],
  to: shelf === "law" ? "/library/law" : shelf === "templates" ? "/library" : `/library?shelf=${shelf}`,
}));

function narrowed(search: URLSearchParams) {
  const to = (shelf: SearchedShelf) => `/library?${new URLSearchParams([...search, ["in", shelf]])}`;
  return [
    { shelf: "all", label: "All", to: `/library?${search}` },
    ...searchedShelves.map((shelf) => ({ shelf, label: searchedWords[shelf], to: to(shelf) })),
  ];
}
