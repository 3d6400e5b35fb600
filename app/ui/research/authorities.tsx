/* What the memo rests on: each with the days of its text, and how it stands in the stored law now. */
import { datesOf } from "#core/research/authority-dates.ts";
import { memoWords } from "#core/research/memo-words.ts";
import type { ResearchAuthority } from "#core/research/research.ts";

const { status: statusWords } = memoWords.en;
const quiet = new Set(["in-force", "file", "decided"]);

export function Authorities({ authorities }: { authorities: readonly ResearchAuthority[] }) {
  return (
    <div className="scroll-thin overflow-x-auto" tabIndex={0} role="group" aria-label="Table of authorities">
      <table className="w-full min-w-140 border-collapse text-left">
        <thead>
          <tr className="border-b border-rule text-ink-soft">
            <th scope="col" className="w-10 py-2 font-medium">
              No.
            </th>
            <th scope="col" className="py-2 font-medium">
              Authority
            </th>
            <th scope="col" className="w-52 py-2 font-medium">
              In force, or text of
            </th>
            <th scope="col" className="w-36 py-2 font-medium">
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {authorities.map((one) => (
            <tr key={one.number} className="border-b border-rule align-top">
              <td className="py-2 text-ink-soft tabular-nums">{one.number}</td>
              <td className="py-2 pe-3 wrap-anywhere">
                {one.url === null ? (
                  one.name
                ) : (
                  <a href={one.url} target="_blank" rel="noopener noreferrer nofollow" className="text-blue hover:underline">
                    {one.name}
                  </a>
                )}
                {one.title !== "" && one.title !== one.name && <span className="block text-sm text-ink-soft">{one.title}</span>}
              </td>
              <td className="py-2 tabular-nums">{datesOf(one)}</td>
              <td className={`py-2 ${quiet.has(one.status) ? "" : "text-warn"}`}>{statusWords[one.status]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
