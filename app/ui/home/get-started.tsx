/* Where to begin, until it is done: the sample matter first, for a workspace with nothing in it. */
import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";
import type { HomeData } from "./home-data.ts";
import { SampleMatter } from "./sample-matter.tsx";

export function GetStarted({ home, isEmpty }: { home: HomeData; isEmpty: boolean }) {
  const place = useWorkspace();
  const { organization, chats, projects, sample } = home;
  const steps = [
    { isDone: chats.length > 0, to: place.path("/chat"), label: "Ask for a first draft, or get a text checked" },
    {
      isDone: projects.some(({ isOwner, isSample }) => isOwner && !isSample),
      to: place.path("/vault?new"),
      label: "Create a project for a matter or a text",
    },
    ...(organization?.isManager === true
      ? [{ isDone: !organization.isAlone, to: place.path("/settings/organization/members"), label: "Invite a colleague" }]
      : []),
  ];
  const isDone = steps.every((step) => step.isDone);
  if (isDone && sample === null) return null;
  return (
    <section className="mt-10 rounded-xl border border-rule bg-raised px-5 pt-4 pb-2">
      <h2 className="font-serif text-title">{isDone ? "Sample matter" : "Get started"}</h2>
      <SampleMatter sample={sample} isFirst={isEmpty} />
      {!isDone && (
        <ul className="mt-2 border-t border-rule">
          {steps.map((step) => (
            <li key={step.label} className="border-t border-rule first:border-t-0">
              <Link to={step.to} className="flex items-center gap-3 py-3 hover:text-blue pointer-coarse:min-h-11">
                {step.isDone ? (
                  <CircleCheck aria-label="Done:" className="size-4 shrink-0 text-insert" />
                ) : (
                  <Circle aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
                )}
                <span className={step.isDone ? "text-ink-faint" : ""}>{step.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
