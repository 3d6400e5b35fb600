/*
 * Reloads a page when something on it has changed elsewhere, also between its loading and its first update; updates that
 * arrive together cause one reload.
 */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import { onUpdate, recentUpdates, type Update } from "../updates.ts";

const gatherForMs = 150;

export function useFresh(concerns: (update: Update) => boolean): void {
  const { revalidate } = useRevalidator();
  const isMine = useEffectEvent(concerns);
  useEffect(() => {
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void revalidate(), gatherForMs);
    };
    const missed = recentUpdates();
    const leave = onUpdate((update) => {
      // Without a connection, what happened before there is one is not known.
      const isNews = update.type === "connected" ? missed === null : /^(?:reconnected|access)$/.test(update.type) || isMine(update);
      if (isNews) later();
    });
    if (missed?.some(isMine) === true) later();
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [revalidate]);
}
