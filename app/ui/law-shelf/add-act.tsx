/* Asks a source for acts by their numbers or names. What is stored already is opened instead. */
import { useRef, useState, type SyntheticEvent } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { LawAsked } from "#core/law/law-shelf.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { actPath } from "./shelf-words.ts";

export function AddAct() {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function add(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const citation = field.current!.value.trim();
    if (isPending) return;
    if (citation === "") return setRefusal("Enter the number or the name of an act.");
    setPending(true);
    setRefusal(undefined);
    try {
      const { stored, begun } = await ask<LawAsked>("/api/law/acts", { body: { citation } });
      field.current!.value = "";
      const [first] = stored;
      if (begun.length === 0 && first !== undefined) {
        showToast({ kind: "success", text: "This act is already stored." });
        await navigate(place.path(actPath(first.id)));
      } else await revalidate();
    } catch (error) {
      setRefusal(sentenceOf(problemIn(error)));
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className="mt-6 flex flex-wrap items-start gap-x-2 gap-y-3" noValidate>
      <TextField
        ref={field}
        label="Add an act"
        className="min-w-60 flex-1"
        maxLength={300}
        autoComplete="off"
        error={refusal}
        hint="By its number or name: SFS 1982:80, Regulation (EU) 2016/679, ukpga/2018/12, BWBR0045754, KSchG."
      />
      <Button type="submit" pending={isPending} className="mt-6.5 h-10! pointer-coarse:h-11!">
        Add
      </Button>
    </form>
  );
}
