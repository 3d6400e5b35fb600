/* A wait other than thinking: the provider asked for a pause, or the connection to the server is down. */
import { useEffect, useState } from "react";
import { Spinner } from "../kit/spinner.tsx";

export function RunNotice({ text, until }: { text: string; until: number | null }) {
  const seconds = useSecondsUntil(until);
  return (
    <p className="mt-3 flex min-h-7 items-center gap-2 font-sans text-ink-soft" data-notice>
      <Spinner className="size-4 text-ink-faint" />
      <span>
        {text}
        {seconds > 0 && <span className="tabular-nums"> Trying again in {seconds} s.</span>}
      </span>
    </p>
  );
}

function useSecondsUntil(until: number | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const count = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : seconds;
}
