/* Reloads a page when something on it has changed elsewhere; updates that arrive together cause one reload. */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { onUpdate, type Update } from "../updates.ts";

const gatherForMs = 150;

export function useFresh(concerns: (update: Update) => boolean): void {
  const { revalidate } = useRevalidator();
  const isMine = useEffectEvent(concerns);
  useEffect(() => {
    let timer = 0;
    const leave = onUpdate((update) => {
      if (update.type !== "reconnected" && update.type !== "access" && !isMine(update)) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => void revalidate(), gatherForMs);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [revalidate]);
}
