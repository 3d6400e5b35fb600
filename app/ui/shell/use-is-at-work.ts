import { useEffect, useState } from "react";
import { onUpdate } from "../updates.ts";

/** Whether there was any long work since the page was rendered; the list itself is fetched only then. */
export function useIsAtWork(rendered: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(rendered);
  useEffect(() => onUpdate(({ type }) => type === "jobs" && setHasBeen(true)), []);
  return hasBeen || rendered;
}
