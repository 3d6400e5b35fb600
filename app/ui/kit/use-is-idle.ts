import { startTransition, useEffect, useState } from "react";

const longestWaitMs = 2000;
let hasBeenIdle = false;

/** False until the page has loaded and the browser has time: for what nothing on the first screen waits for. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(hasBeenIdle);
  useEffect(() => {
    if (hasBeenIdle) return;
    function settle() {
      hasBeenIdle = true;
      startTransition(() => setIdle(true));
    }
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(settle, 200);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(settle, { timeout: longestWaitMs });
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
