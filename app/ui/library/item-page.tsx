/* A clause, a playbook or a set of questions, to be read and taken along. */
import { ArrowLeft } from "lucide-react";
import { Link, useRevalidator } from "react-router";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import { jurisdictionWords, shelfWords } from "#core/templates/library.ts";
import { contentOf, type LibraryItem } from "#core/templates/library-file.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ChangedLawList } from "../sources/changed-law.tsx";
import { ItemPreview } from "./item-preview.tsx";
import { Standing, type StandingFacts } from "./standing.tsx";
import { TemplateMenu } from "./template-menu.tsx";

type ItemPageProps = StandingFacts & {
  source: string;
  item: LibraryItem;
  isBuiltIn: boolean;
  mayMake: boolean;
  /** Of a clause, since it was last read beside the law. */
  changedLaw: readonly ChangedLaw[];
};

export function ItemPage({ source, item, isBuiltIn, mayMake, changedLaw, ...facts }: ItemPageProps) {
  const place = useWorkspace();
  const { name, summary, jurisdiction, language } = contentOf(item);
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-200 px-5 pt-6 pb-20">
        <Link
          to={place.path(`/library?shelf=${item.shelf}`)}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> {shelfWords[item.shelf]}
        </Link>
        <header className="mt-2 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1 lang={language} className="font-serif text-display break-words">
              {name}
            </h1>
            <p lang={language} className="mt-1 text-ink-soft text-pretty">
              {summary}
            </p>
          </div>
          <TemplateMenu
            id={facts.id}
            name={name}
            source={source}
            isBuiltIn={isBuiltIn}
            canChange={facts.canChange}
            mayMake={mayMake}
            standing={facts}
            shelf={item.shelf}
          />
        </header>
        <p className="mt-4 text-ink-faint text-pretty">
          {jurisdictionWords[jurisdiction]}. {uses[item.shelf]}
        </p>
        <Standing {...facts} isBuiltIn={isBuiltIn} hasApproval={item.shelf !== "workflows"} hasWording={item.shelf === "clauses"} />
        {changedLaw.length > 0 && <LawOfClause id={facts.id} changed={changedLaw} canChange={facts.canChange} />}
        <section aria-label="Contents" className="mt-6 rounded-xl border border-rule bg-paper px-6 py-7 shadow-sm sm:px-9">
          <ItemPreview item={item} />
        </section>
      </div>
    </main>
  );
}

type LawOfClauseProps = { id: string; changed: readonly ChangedLaw[]; canChange: boolean };

function LawOfClause({ id, changed, canChange }: LawOfClauseProps) {
  const { revalidate } = useRevalidator();
  async function looked(): Promise<void> {
    try {
      await ask(`/api/library/templates/${id}/looked`, { method: "POST", body: {} });
      showToast({ kind: "success", text: "You’ll be notified of the next change." });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <section className="mt-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-serif text-title">Law that has changed since</h2>
        {canChange && <Button onClick={() => void looked()}>I have looked at this</Button>}
      </div>
      <ChangedLawList changed={changed} showsPlace={false} />
    </section>
  );
}

const uses: Record<LibraryItem["shelf"], string> = {
  templates: "Fill it in to make a draft.",
  clauses: "Type / in a draft and choose From the library to insert a variant.",
  prompts: "Fill it in and use it in a chat.",
  playbooks: "Open a draft and choose Playbook to hold it against these rules.",
  workflows: "Run it under Workflows.",
  questions: "Choose it in a new review, and its questions become the columns.",
};
