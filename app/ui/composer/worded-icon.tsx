/** An icon that has to be guessed, with a word of its label beside it where the composer around it is wide enough. */
import type { ReactNode } from "react";

export function WordedIcon({ icon, word }: { icon: ReactNode; word: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {icon}
      <span className="hidden text-xs font-medium @min-[46rem]:inline">{word}</span>
    </span>
  );
}

/** For the button around it. */
export const worded = "@min-[46rem]:w-auto @min-[46rem]:px-2";
