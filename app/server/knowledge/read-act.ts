/* Parses a fetched act with its source's format. */
import { longWork } from "../long-work/long-work.ts";
import { ShapeChanged, type LawAct } from "./law-act.ts";
import { lawForms, type LawForm } from "./load-law.ts";

type ActToRead = { form: LawForm; text: string; fileName: string };

export async function readAct(form: LawForm, text: string, fileName = ""): Promise<LawAct[]> {
  const read = await longWork(null, "readAct", { form, text, fileName }).catch((thrown: unknown) => {
    // A text that exceeds the thread's limits is in no known format.
    if (thrown instanceof Response && thrown.status === 413) throw new ShapeChanged("the text is too large to be read");
    throw thrown;
  });
  if ("isOther" in read) throw new ShapeChanged(read.isOther);
  return read.acts;
}

/** Error classes aren't preserved across threads. */
export function readActText({ form, text, fileName }: ActToRead): { acts: LawAct[] } | { isOther: string } {
  try {
    return { acts: lawForms[form].read(text, fileName) };
  } catch (error) {
    if (error instanceof ShapeChanged) return { isOther: error.message };
    throw error;
  }
}
