import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import type { OfferedPlan } from "#core/account/offered-plans.ts";
import { quotes } from "#core/text/quotes.ts";
import type { Theme } from "#core/account/theme.ts";
import { buttonClass } from "../kit/button.tsx";
import { Carousel, CarouselCard, column } from "./carousel.tsx";
import { features, promoted } from "./features.ts";
import { Figures } from "./figures.tsx";
import { LawSection } from "./law-section.tsx";
import { LiveSample } from "./live-sample.tsx";
import { PlanList } from "./plan-list.tsx";
import { Shot } from "./shot.tsx";

type LandingProps = { plans: readonly OfferedPlan[]; startsOn: string; theme: Theme };

export function Landing({ plans, startsOn, theme }: LandingProps) {
  return (
    <>
      <Hero />
      <div data-below="">
        <UseCases theme={theme} />
        <LawSection />
        <FeatureCards theme={theme} />
        <Quotes />
        <Figures />
        <Pricing plans={plans} startsOn={startsOn} />
        <Closing />
      </div>
    </>
  );
}

function Hero() {
  return (
    <section id="overview" aria-labelledby="promise" className={`${column} scroll-mt-8 pt-12 sm:pt-16`}>
      <h1
        id="promise"
        className="max-w-[24ch] font-serif text-[clamp(2.375rem,1.2rem+4.2vw,4.25rem)] leading-[1.06] font-medium tracking-[-0.024em] text-balance"
      >
        A writing agent for smoother flow, higher quality and a <span className="stet-underline">natural human touch</span>
      </h1>
      <div className="mt-7 flex flex-wrap items-end justify-between gap-x-16 gap-y-6">
        <p className="max-w-150 font-serif text-lg leading-8 text-ink-soft text-pretty sm:text-xl">
          For essays and articles, contracts and memos. Every change lands in the right place or says why not, and every citation is
          checked against its source: law to the paragraph, with its date.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <a href={href("/auth/sign-up")} className={buttonClass("primary", "large")}>
            Create a free account
          </a>
          <a href={href("/demo")} className={buttonClass("quiet", "large")}>
            Try the demo
          </a>
        </div>
      </div>
      <a href="#use-cases" data-scroll-hint="" className={hintClass}>
        Explore use cases <ArrowDown aria-hidden="true" className="size-4" />
      </a>
      <LiveSample />
    </section>
  );
}

const hintClass =
  "mt-8 inline-flex items-center gap-2 rounded-lg py-1 text-ink-soft transition-opacity touch-target hover:text-ink data-away:invisible data-away:opacity-0";

/** One feature at a time, as wide as the page. */
function UseCases({ theme }: { theme: Theme }) {
  return (
    <section id="use-cases" className="scroll-mt-8 py-16 sm:py-24">
      <Carousel
        label="Use cases"
        heading={<Heading title="Four ways to work">In the text, beside it, through it, and back again.</Heading>}
      >
        {promoted.map(({ name, text, picture }) => (
          <CarouselCard key={name} size="page">
            <div className="grid flex-1 overflow-clip rounded-xl lg:grid-cols-[5fr_8fr]">
              <div className="p-7 sm:p-10 lg:self-center">
                <h3 className="font-serif text-[1.75rem] leading-9 font-medium tracking-[-0.01em]">{name}</h3>
                <p className="mt-4 text-base leading-7 text-ink-soft text-pretty">{text}</p>
              </div>
              <div className="grid items-end justify-items-center bg-desk px-6 pt-8 sm:px-10 lg:min-h-120 lg:pt-12">
                <Shot {...picture} theme={theme} className={framed} />
              </div>
            </div>
          </CarouselCard>
        ))}
      </Carousel>
    </section>
  );
}

/** A screenshot rises from the lower edge of what it stands on. */
const framed = "max-h-110 object-contain object-bottom rounded-t-lg border border-b-0 border-rule shadow-panel";

/** Cards that are swept sideways on a small screen, and stand as a wall of two and three on a wide one. */
function FeatureCards({ theme }: { theme: Theme }) {
  return (
    <section id="features" className="scroll-mt-8 border-t border-rule py-16 sm:py-24">
      <Carousel
        label="Features"
        heading={<Heading title="Made for the sentence">Five things it does for every one of them.</Heading>}
        wall
      >
        {features.map(({ name, text, picture }, i) => (
          <CarouselCard key={name} size={i < 2 ? "half" : "third"}>
            <div
              className={`grid items-end justify-items-center overflow-clip rounded-t-xl bg-desk px-6 pt-7 ${i < 2 ? "h-77" : "h-56"}`}
            >
              {picture === undefined ? <Insertion /> : <Shot {...picture} theme={theme} className={`${framed} max-w-90`} />}
            </div>
            <div className="p-6 sm:p-7">
              <h3 className="font-serif text-title font-medium">{name}</h3>
              <p className="mt-2 text-base leading-6 text-ink-soft text-pretty">{text}</p>
            </div>
          </CarouselCard>
        ))}
      </Carousel>
    </section>
  );
}

/** A text that is being written at the caret. */
function Insertion() {
  return (
    <div
      aria-hidden="true"
      className="w-full max-w-90 rounded-t-lg border border-b-0 border-rule bg-raised px-5 pt-5 pb-4 shadow-panel"
    >
      <p className="font-serif text-read">
        The clerk dried the letters behind the school,{" "}
        <span className="bg-insert-soft text-insert">and the children sorted them by hand</span>
        <span className="mx-px inline-block h-5 w-0.5 translate-y-1 bg-blue" />
      </p>
      <p className="mt-3 flex items-center gap-3 border-t border-rule pt-3 text-xs">
        <span className="font-medium">Writing inserted</span> <span className="text-insert">+7</span>
        <span className="ml-auto text-ink-soft">Revert</span>
      </p>
    </div>
  );
}

/** One sentence at a time, set large. */
function Quotes() {
  return (
    <section className="border-t border-rule bg-desk py-16 sm:py-24">
      <Carousel label="On writing" heading={<Heading title="They let it stand">Five sentences no one has improved since.</Heading>}>
        {quotes.map(({ quote, author, work, year, style, language, translation }) => (
          <CarouselCard key={author} size="page" isPlain>
            <figure className="flex h-full flex-col">
              <blockquote
                lang={language}
                className="max-w-[40ch] font-serif text-[clamp(1.625rem,1.1rem+2.1vw,2.875rem)] leading-[1.18] tracking-[-0.015em] whitespace-pre-line text-balance"
              >
                {quote}
              </blockquote>
              {translation && <p className="mt-5 text-base text-ink-soft">“{translation}”</p>}
              <figcaption className="mt-auto flex flex-wrap items-baseline gap-x-3 pt-9 text-base">
                <span className="font-medium">{author}</span>
                <span className="text-ink-soft">
                  <cite className="not-italic">{work}</cite>, {year}
                </span>
                <span className="text-sm text-ink-faint">{style}</span>
              </figcaption>
            </figure>
          </CarouselCard>
        ))}
      </Carousel>
    </section>
  );
}

function Pricing({ plans, startsOn }: { plans: readonly OfferedPlan[]; startsOn: string }) {
  return (
    <section id="pricing" className="scroll-mt-8 border-t border-rule bg-desk py-16 sm:py-24">
      <div className={column}>
        <Heading title="The account is free">Plans differ in the models and the usage they include.</Heading>
        <div className="mt-8">
          <PlanList plans={plans} startsOn={startsOn} />
        </div>
        <a href={href("/pricing")} className="mt-6 inline-flex items-center py-1 text-blue touch-target hover:underline">
          Compare the plans
        </a>
      </div>
    </section>
  );
}

function Closing() {
  return (
    <section className="border-t border-rule py-20 sm:py-28">
      <div className={`${column} text-center`}>
        <h2 className="font-serif text-[clamp(2rem,1.4rem+2vw,3rem)] leading-tight font-medium tracking-[-0.018em] text-balance">
          The next sentence is <span className="stet-underline">yours</span>
        </h2>
        <a href={href("/auth/sign-up")} className={`mt-8 ${buttonClass("primary", "large")}`}>
          Create a free account
        </a>
      </div>
    </section>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="font-serif text-display font-medium tracking-[-0.015em] text-balance">{title}</h2>
      <p className="mt-2 text-base text-ink-soft text-pretty">{children}</p>
    </>
  );
}
