/* Saves and restores what a visitor types, so that a closed tab loses nothing. */
import { useEffect, type RefObject } from "react";
import { Unsent } from "../composer/unsent.ts";
import { setText } from "../composer/field-text.ts";
import { demoPlace } from "./hand-over.ts";

export function useDemoText(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const kept = new Unsent(demoPlace);
    const { text } = kept.begin(element.value);
    const save = () => void kept.save(element.value, null);
    element.addEventListener("input", save);
    if (text !== element.value) setText(element, text);
    return () => element.removeEventListener("input", save);
  }, [field]);
}
