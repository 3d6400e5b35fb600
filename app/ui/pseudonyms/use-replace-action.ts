/* Adds what is selected, in a message, the composer or a draft, to the names that are replaced in what is sent. */
import { useAction } from "../palette/actions.ts";

export function useReplaceAction(projectId: () => string | undefined): void {
  useAction({
    id: "pseudonyms.replace",
    title: "Replace the selection in what is sent",
    group: "Pseudonyms",
    shortcut: "mod+alt+x",
    inRichText: true,
    keywords: "secret name hide anonymous",
    when: () => projectId() !== undefined,
    run: () => {
      const words = selectedWords();
      void import("./replace-selection.ts").then(({ replaceSelection }) => replaceSelection(projectId()!, words));
    },
  });
}

function selectedWords(): string {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) return field.value.slice(field.selectionStart, field.selectionEnd);
  return getSelection()?.toString() ?? "";
}
