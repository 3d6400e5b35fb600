/* Leads through a list that is paged by key: to what is older, and back to its beginning. */
import { Link } from "react-router";

type PageLinksProps = {
  /** The address of the first page; null on it. */
  first: string | null;
  /** The address of the next one; null on the last. */
  next: string | null;
  /** What is listed, in the plural, if the page has other lists. */
  what?: string;
  /** For a list that isn’t in the order of time: "First", "Next". */
  words?: { first: string; next: string };
};

const byTime = { first: "Newest", next: "Older" };

export function PageLinks({ first, next, what, words = byTime }: PageLinksProps) {
  const named = (word: string) => (what === undefined ? word : `${word} ${what}`);
  const look = "text-blue touch-target hover:underline";
  if (first === null && next === null) return null;
  return (
    <div className="mt-5 flex gap-5">
      {first !== null && (
        <Link to={first} className={look}>
          {named(words.first)}
        </Link>
      )}
      {next !== null && (
        <Link to={next} className={look}>
          {named(words.next)}
        </Link>
      )}
    </div>
  );
}
