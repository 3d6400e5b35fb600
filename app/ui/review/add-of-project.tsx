/* Files of the project that are no rows yet, and its drafts as they are now. */
import { useState } from "react";
import type { Review } from "#core/review/review.ts";
import { mostDraftsAtOnce, type RowCandidates } from "#core/review/row-candidates.ts";
import { Choice, FindByWords, FoundList, Group, toggled, useFound, type AddPart } from "./add-choices.tsx";

type Chosen = { files: ReadonlySet<string>; drafts: ReadonlySet<string> };
const none: Chosen = { files: new Set(), drafts: new Set() };

export function useProjectPart(review: Review, isShown: boolean): AddPart {
  const [words, setWords] = useState("");
  const { found, refusal } = useFound<RowCandidates>(isShown ? `/api/reviews/${review.id}/candidates?` : null, words);
  const [chosen, setChosen] = useState(none);
  const [fileIds, draftIds] = [[...chosen.files], [...chosen.drafts]];
  const isAll = found !== null && found.allFiles > 1 && words.trim() === "";
  return {
    description: `From “${review.projectName}”. A draft comes in as it is now: a Word file of this version is kept with the review.`,
    count: fileIds.length + draftIds.length,
    chosen: { ...(fileIds.length > 0 && { fileIds }), ...(draftIds.length > 0 && { draftIds }) },
    all: isAll ? { words: `Add all ${found.allFiles.toLocaleString("en")} files`, asked: {} } : null,
    body: (
      <>
        <FindByWords label="Find by name" words={words} onWords={setWords} />
        <FoundList found={found} refusal={refusal}>
          {(shown) => (
            <Choices
              found={shown}
              words={words}
              chosen={chosen}
              onToggle={(kind, id) => setChosen((before) => ({ ...before, [kind]: toggled(before[kind], id) }))}
            />
          )}
        </FoundList>
      </>
    ),
  };
}

type ChoicesProps = {
  found: RowCandidates;
  words: string;
  chosen: Chosen;
  onToggle: (kind: keyof Chosen, id: string) => void;
};

function Choices({ found, words, chosen, onToggle }: ChoicesProps) {
  const isFull = chosen.drafts.size >= mostDraftsAtOnce;
  return (
    <>
      <Group legend="Files">
        {found.files.map(({ id, name }) => (
          <Choice key={id} name={name} isChosen={chosen.files.has(id)} onChange={() => onToggle("files", id)} />
        ))}
      </Group>
      <Group legend="Drafts">
        {found.drafts.map(({ id, name, version }) => (
          <Choice
            key={id}
            name={name}
            note={`version ${version}`}
            isChosen={chosen.drafts.has(id)}
            isDisabled={isFull && !chosen.drafts.has(id)}
            onChange={() => onToggle("drafts", id)}
          />
        ))}
      </Group>
      <p aria-live="polite" className="text-ink-soft text-pretty">
        {saidOf(found, words)}
      </p>
    </>
  );
}

function saidOf({ files, allFiles, drafts }: RowCandidates, words: string): string {
  if (files.length < allFiles) return `${(allFiles - files.length).toLocaleString("en")} more files are found by their names.`;
  if (files.length + drafts.length > 0) return "";
  return words.trim() === ""
    ? "Every file and draft of the project is in the table."
    : "Nothing else in the project has this in its name.";
}
