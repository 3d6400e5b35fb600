/*
 * A row of cards that scrolls sideways and snaps. It is a plain list in a scrolling
 * region, so touch, wheels and keys work without script; front-script.js reveals
 * the two buttons.
 */
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";

type CarouselProps = { label: string; heading: ReactNode; children: ReactNode };

export function Carousel({ label, heading, children }: CarouselProps) {
  return (
    <div data-carousel="">
      <div className={`${column} flex items-end justify-between gap-6`}>
        <div>{heading}</div>
        <div data-controls="" hidden className="flex shrink-0 gap-1 not-[[hidden]]:max-sm:hidden">
          <button type="button" className={buttonClass} aria-label={`${label}: previous`}>
            <ArrowLeft aria-hidden="true" className="size-4" />
          </button>
          <button type="button" className={buttonClass} aria-label={`${label}: next`}>
            <ArrowRight aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
      <div
        data-track=""
        role="region"
        aria-label={label}
        tabIndex={0}
        className="relative mt-8 snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-px-[max(1.25rem,calc((100vw-70rem)/2))] -outline-offset-2 scroll-thin"
      >
        <ul className="flex w-max gap-5 px-[max(1.25rem,calc((100vw-70rem)/2))] pb-5">{children}</ul>
      </div>
    </div>
  );
}

export function CarouselCard({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <li
      className={`flex shrink-0 snap-start flex-col rounded-xl border border-rule bg-raised ${wide ? "w-[min(85vw,33rem)]" : "w-[min(80vw,21.25rem)]"}`}
    >
      {children}
    </li>
  );
}

/** The content width of every marketing page. */
export const column = "mx-auto w-full max-w-[72.5rem] px-5";

const buttonClass =
  "grid size-9 place-items-center rounded-lg border border-rule text-ink touch-target hover:bg-wash aria-disabled:text-ink-faint aria-disabled:opacity-50";
