/* Connects this device's view settings to the editor: pages, scaled to the room
   there is, focus mode, and their shortcuts. */
import type { Editor } from "@tiptap/core";
import type { Plugin } from "@tiptap/pm/state";
import { useEffect, useState } from "react";
import { paperSize, type Paper } from "#core/document/paper.ts";
import { useAction } from "../../palette/actions.ts";
import { changeView, useViewChoices } from "./draft-view.ts";
import { focusBlock } from "./focus-block.ts";
import { pageBreaks } from "./page-breaks.ts";

export function useDraftView(editor: Editor | null, paper: Paper) {
  const choices = useViewChoices();
  const room = useRoom(editor);
  const isPaged = choices.isPages && !choices.isFocus && room > 0 && editor !== null;
  usePlugin(editor, isPaged, () => pageBreaks(paper), paper);
  usePlugin(editor, choices.isFocus, focusBlock);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-focus", choices.isFocus);
    return () => document.documentElement.removeAttribute("data-focus");
  }, [choices.isFocus]);
  useEscape(choices.isFocus);
  useKeys(choices);
  return { ...choices, isPaged, sheetScale: scaleOf(room, paper) };
}

/** How much of the desk is visible beside the sheet, in a window and on a phone. */
const besideSheet = { wide: 32, narrow: 8 };
const narrow = 640;

/** Browsers lay out in 1/64 of a pixel: in steps of 8/64 of a line of 22 pixels, lines keep their height exactly. */
const scaleSteps = 22 * 8;

/** A sheet is never enlarged. */
function scaleOf(room: number, paper: Paper): number {
  const beside = room < narrow ? besideSheet.narrow : besideSheet.wide;
  return Math.min(1, Math.floor((scaleSteps * (room - beside)) / paperSize(paper, 96).width) / scaleSteps);
}

/** The width that a sheet may have; 0 while it is unknown. */
function useRoom(editor: Editor | null): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const scroller = editor?.view.dom.closest("[data-draft-scroll]");
    if (!scroller) return;
    const sizes = new ResizeObserver(([entry]) => setRoom(Math.floor(entry?.contentRect.width ?? 0)));
    sizes.observe(scroller);
    return () => sizes.disconnect();
  }, [editor]);
  return room;
}

/** `version` changes when the plugin must be recreated. */
function usePlugin(editor: Editor | null, isOn: boolean, make: () => Plugin, version = ""): void {
  useEffect(() => {
    if (!editor || !isOn) return;
    const plugin = make();
    editor.registerPlugin(plugin);
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `make` is the same for the same version
  }, [editor, isOn, version]);
}

/** Overlays close first. The editor marks every Escape as handled, so that cannot be checked. */
function useEscape(isFocus: boolean): void {
  useEffect(() => {
    if (!isFocus) return;
    function leave(event: KeyboardEvent) {
      const isElsewhere = event.target instanceof Element && event.target.closest("input, textarea, select, form") !== null;
      if (event.key !== "Escape" || isElsewhere) return;
      if (document.querySelector("[role=dialog], [role=menu], [role=listbox]")) return;
      changeView({ isFocus: false });
    }
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [isFocus]);
}

function useKeys({ isAuthorship, isFocus, isPages }: ReturnType<typeof useViewChoices>): void {
  useAction({
    id: "draft.authorship",
    title: isAuthorship ? "Hide authorship" : "Show authorship",
    group: "Draft",
    shortcut: "mod+shift+a",
    inRichText: true,
    keywords: "who wrote provenance typed pasted proposed quoted",
    run: () => changeView({ isAuthorship: !isAuthorship }),
  });
  useAction({
    id: "draft.focus",
    title: isFocus ? "Leave focus mode" : "Focus mode",
    group: "Draft",
    shortcut: "mod+shift+f",
    inRichText: true,
    keywords: "distraction free zen",
    run: () => changeView({ isFocus: !isFocus }),
  });
  useAction({
    id: "draft.pages",
    title: isPages ? "Flowing text" : "Page view",
    group: "Draft",
    keywords: "pages a4 letter print layout",
    run: () => changeView({ isPages: !isPages }),
  });
}
