/* Contacts that match what is being typed, from the server. The answer to an earlier word is dropped. */
import { useEffect, useState } from "react";
import type { ContactPage, ContactSummary } from "#core/contacts/contact.ts";
import { ask } from "../ask.ts";

const pauseMs = 200;

export function useContactSearch(query: string, isOpen: boolean): { contacts: readonly ContactSummary[]; isLoading: boolean } {
  const [found, setFound] = useState<{ query: string; contacts: readonly ContactSummary[] }>({ query: "\n", contacts: [] });
  useEffect(() => {
    if (!isOpen) return;
    const aborting = new AbortController();
    const timer = setTimeout(() => {
      ask<ContactPage>(`/api/contacts?${new URLSearchParams({ query })}`, { signal: aborting.signal }).then(
        ({ contacts }) => setFound({ query, contacts }),
        () => aborting.signal.aborted || setFound({ query, contacts: [] }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [query, isOpen]);
  return { contacts: found.contacts, isLoading: found.query !== query };
}
