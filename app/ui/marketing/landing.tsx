import { ArrowDown } from "lucide-react";
import type { ReactNode } from "react";
import { href } from "react-router";
import type { OfferedPlan } from "#core/account/offered-plans.ts";
import { quotes } from "#core/text/quotes.ts";
import type { Theme } from "#core/account/theme.ts";
import { buttonClass } from "../kit/button.tsx";
import { Carousel, CarouselCard, column } from "./carousel.tsx";
import { features, promoted, type Feature } from "./features.ts";
import { PlanList } from "./plan-list.tsx";
import { Shot } from "./shot.tsx";
import { StateMark } from "./state-mark.tsx";

type LandingProps = { plans: readonly OfferedPlan[]; startsOn: string; theme: Theme };

export function Landing({ plans, startsOn, theme }: LandingProps) {
  return (
    <>
      <Hero theme={theme} />
      <UseCases theme={theme} />
      <FeatureCards theme={theme} />
      <Quotes />
      <Pricing plans={plans} startsOn={startsOn} />
      <Closing />
    </>
  );
}

function Hero({ theme }: { theme: Theme }) {
  return (
    <section id="overview" aria-labelledby="promise" className={`${column} scroll-mt-8 pt-12 sm:pt-16`}>
      <div className="grid items-end gap-x-16 gap-y-7 lg:grid-cols-[7fr_5fr]">
        <h1
          id="promise"
          className="font-serif text-[clamp(2.375rem,1.4rem+3.6vw,4rem)] leading-[1.08] font-medium tracking-[-0.022em] text-balance"
        >
          A writing agent for smoother flow, higher quality and a <span className="stet-underline">natural human touch</span>
        </h1>
        <div>
          <p className="max-w-136 font-serif text-lg leading-8 text-ink-soft text-pretty sm:text-xl">
            Stet writes, drafts and edits with you. You see every change before it’s made, can undo it afterwards, and keep what you
            want to keep.
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-3">
            <a href={href("/auth/sign-up")} className={buttonClass("primary", "large")}>
              Create a free account
            </a>
            <a href={href("/demo")} className={buttonClass("quiet", "large")}>
              Try the demo
            </a>
          </div>
        </div>
      </div>
      <a href="#use-cases" data-scroll-hint="" className={hintClass}>
        Explore use cases <ArrowDown aria-hidden="true" className="size-4" />
      </a>
      <figure className="mt-3 overflow-hidden rounded-t-xl border border-b-0 border-rule">
        <Shot
          name="draft"
          narrow="chat-phone"
          theme={theme}
          isFirst
          alt="A text in Stet with the assistant beside it: two phrases are struck out and replaced by plainer ones, each with buttons to accept or reject the change."
        />
      </figure>
    </section>
  );
}

const hintClass =
  "mt-8 inline-flex items-center gap-2 rounded-lg py-1 text-ink-soft transition-opacity touch-target hover:text-ink data-away:invisible data-away:opacity-0";

function UseCases({ theme }: { theme: Theme }) {
  return (
    <section id="use-cases" className="scroll-mt-8 border-t border-rule py-16 sm:py-20">
      <Carousel label="Use cases" heading={<Heading title="Four ways to work">Each shows whether it works today.</Heading>}>
        {promoted.map((feature) => (
          <FeatureCard key={feature.name} feature={feature} theme={theme} wide />
        ))}
      </Carousel>
    </section>
  );
}

function FeatureCards({ theme }: { theme: Theme }) {
  return (
    <section id="features" className="scroll-mt-8 border-t border-rule bg-desk py-16 sm:py-20">
      <Carousel
        label="Features"
        heading={<Heading title="Made for the sentence">Five things it does, and whether they work today.</Heading>}
      >
        {features.map((feature) => (
          <FeatureCard key={feature.name} feature={feature} theme={theme} />
        ))}
      </Carousel>
    </section>
  );
}

type FeatureCardProps = { feature: Feature; theme: Theme; wide?: boolean };

function FeatureCard({ feature: { name, isHere, text, picture }, theme, wide = false }: FeatureCardProps) {
  return (
    <CarouselCard wide={wide}>
      {picture && (
        <div className="overflow-hidden rounded-t-xl border-b border-rule">
          <Shot {...picture} theme={theme} />
        </div>
      )}
      <div className="flex flex-1 flex-col p-6">
        <h3 className="font-serif text-title font-medium">{name}</h3>
        <p className="mt-3 mb-6 text-base leading-6 text-ink-soft">{text}</p>
        <p className="mt-auto">
          <StateMark isHere={isHere} />
        </p>
      </div>
    </CarouselCard>
  );
}

function Quotes() {
  return (
    <section className="border-t border-rule py-16 sm:py-20">
      <Carousel label="On writing" heading={<Heading title="They let it stand">Five sentences no one has improved since.</Heading>}>
        {quotes.map(({ quote, author, work, year, style, language, translation }) => (
          <CarouselCard key={author} wide>
            <figure className="flex h-full flex-col p-7 sm:p-8">
              <blockquote lang={language} className="font-serif text-[1.375rem] leading-8 whitespace-pre-line text-pretty">
                {quote}
              </blockquote>
              {translation && <p className="mt-3 text-ink-soft">“{translation}”</p>}
              <figcaption className="mt-auto flex flex-wrap items-baseline gap-x-3 pt-7">
                <span className="font-medium">{author}</span>
                <span className="text-ink-soft">
                  <cite className="not-italic">{work}</cite>, {year}
                </span>
                <span className="ml-auto text-xs text-ink-faint">{style}</span>
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
    <section id="pricing" className="scroll-mt-8 border-t border-rule bg-desk py-16 sm:py-20">
      <div className={column}>
        <Heading title="The account is free">Plans differ in the models and the usage they include.</Heading>
        <div className="mt-8 border-t border-rule">
          <PlanList plans={plans} startsOn={startsOn} />
        </div>
        <a href={href("/pricing")} className="mt-6 inline-flex items-center py-1 text-blue touch-target hover:underline">
          Which models each plan includes
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
        <a href={href("/auth/sign-up")} className={`mt-8 ${buttonClass("outline", "large")}`}>
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
