/* A prompt of the library: filled in on one side, its words on the other, and taken into a new chat. */
import { ArrowLeft, EyeOff, MessageSquarePlus, Users } from "lucide-react";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { promptLimits, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { putInNewChat } from "../composer/put-in-new-chat.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { Standing, type StandingFacts } from "./standing.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { TemplateMenu } from "./template-menu.tsx";
import { useEntered } from "./use-entered.ts";
import { usePrompt } from "./use-prompt.ts";

type PromptPageProps = StandingFacts & {
  source: string;
  prompt: LibraryPrompt;
  isBuiltIn: boolean;
  isPrivate: boolean;
  mayMake: boolean;
  canShare: boolean;
};

export function PromptPage({ source, prompt, isBuiltIn, isPrivate, mayMake, canShare, ...facts }: PromptPageProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const filling = usePrompt(prompt, useEntered(facts.id));
  function use() {
    const words = filling.take();
    if (words === null) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    putInNewChat(words);
    void navigate(place.path("/chat"));
  }
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-320 px-5 pt-6 pb-20">
        <Heading prompt={prompt}>
          {mayMake && (
            <Button variant="primary" onClick={use}>
              <MessageSquarePlus /> Use in a chat
            </Button>
          )}
          <TemplateMenu
            id={facts.id}
            name={prompt.name}
            source={source}
            isBuiltIn={isBuiltIn}
            canChange={facts.canChange}
            mayMake={mayMake}
            removedTo="/library?shelf=prompts"
            standing={facts}
            shelf="prompts"
            isPrivate={isPrivate}
          />
        </Heading>
        {canShare && <Audience id={facts.id} isPrivate={isPrivate} />}
        <Standing {...facts} isBuiltIn={isBuiltIn} hasApproval={!isPrivate} hasWording={false} />
        <FillIn prompt={prompt} filling={filling} form={form} onUse={use} />
      </div>
    </main>
  );
}

type FillInProps = {
  prompt: LibraryPrompt;
  filling: ReturnType<typeof usePrompt>;
  form: RefObject<HTMLFormElement | null>;
  onUse: () => void;
};

/** What is asked on one side, the words on the other. */
function FillIn({ prompt: { fields, language }, filling, form, onUse }: FillInProps) {
  return (
    <div
      className={
        fields.length === 0
          ? "mt-6 max-w-200"
          : "mt-6 grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]"
      }
    >
      {fields.length > 0 && (
        <form
          ref={form}
          aria-label="Fields"
          onSubmit={(event) => {
            event.preventDefault();
            onUse();
          }}
        >
          <TemplateFields
            fields={fields}
            asked={filling.asked}
            values={filling.values}
            refusals={filling.refusals}
            isComplaining={filling.isComplaining}
            longest={promptLimits.value}
            onChange={filling.onChange}
          />
        </form>
      )}
      <section
        aria-label="Text"
        lang={language}
        className="min-w-0 rounded-xl border border-rule bg-paper px-6 py-7 shadow-sm sm:px-9 lg:sticky lg:top-4"
      >
        <p dir="auto" className="font-serif text-read whitespace-pre-wrap wrap-anywhere">
          {filling.text}
        </p>
      </section>
    </div>
  );
}

function Heading({ prompt: { name, summary, language }, children }: { prompt: LibraryPrompt; children: ReactNode }) {
  const place = useWorkspace();
  return (
    <>
      <Link
        to={place.path("/library?shelf=prompts")}
        className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden="true" /> Prompts
      </Link>
      <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 max-w-160">
          <h1 lang={language} dir="auto" className="font-serif text-display wrap-anywhere">
            {name}
          </h1>
          {summary !== "" && (
            <p lang={language} dir="auto" className="mt-1 text-ink-soft text-pretty">
              {summary}
            </p>
          )}
        </div>
        <div className="flex items-center gap-2">{children}</div>
      </header>
    </>
  );
}

/** In an organization: who sees it. */
function Audience({ id, isPrivate }: { id: string; isPrivate: boolean }) {
  const { revalidate } = useRevalidator();
  const [isWorking, setWorking] = useState(false);
  async function set(to: boolean, isUndo = false) {
    setWorking(true);
    try {
      await ask(`/api/library/templates/${id}/private`, { method: "PUT", body: { isPrivate: to } });
      await revalidate();
      const undo = { label: "Undo", run: () => void set(!to, true) };
      if (!isUndo)
        showToast({ kind: "success", text: to ? "Only you see this prompt now" : "Shared with the organization", action: undo });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setWorking(false);
    }
  }
  return (
    <div
      role="group"
      aria-label="Who sees it"
      className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft [&>svg]:size-4.5 [&>svg]:shrink-0"
    >
      {isPrivate ? <EyeOff aria-hidden="true" /> : <Users aria-hidden="true" />}
      <span>{isPrivate ? "Only you see this prompt." : "Everyone in the organization sees this prompt."}</span>
      <Button size="small" pending={isWorking} onClick={() => void set(!isPrivate)}>
        {isPrivate ? "Share with the organization" : "Keep to myself"}
      </Button>
    </div>
  );
}
