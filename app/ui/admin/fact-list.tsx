/* Names and what they are, one a line. */
import type { ReactNode } from "react";

export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-5 border-t border-rule py-2.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
