/*
 * A row of cards that scrolls sideways and snaps. It is a plain list in a scrolling
 * region, so touch, wheels and keys work without script; front-script.js reveals
 * the two buttons.
 */
import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";

type CarouselProps = { label: string; heading: ReactNode; wall?: boolean; children: ReactNode };

export function Carousel({ label, heading, wall = false, children }: CarouselProps) {
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
        <ul
          className={`flex w-max gap-5 px-[max(1.25rem,calc((100vw-70rem)/2))] pb-5 ${wall ? "lg:grid lg:w-full lg:grid-cols-6" : ""}`}
        >
          {children}
        </ul>
      </div>
    </div>
  );
}

const cardSizes = {
  page: "w-[min(calc(100vw-2.5rem),70rem)]",
  half: "w-[min(82vw,24rem)] lg:col-span-3 lg:w-auto",
  third: "w-[min(82vw,24rem)] lg:col-span-2 lg:w-auto",
} as const;

type CarouselCardProps = { size: keyof typeof cardSizes; isPlain?: boolean; children: ReactNode };

/** `half` and `third`: of a wall, where the screen is wide enough for one. */
export function CarouselCard({ size, isPlain = false, children }: CarouselCardProps) {
  return (
    <li
      className={`flex shrink-0 snap-start flex-col ${cardSizes[size]} ${isPlain ? "" : "rounded-xl border border-rule bg-raised"}`}
    >
      {children}
    </li>
  );
}

/** The content width of every marketing page. */
export const column = "mx-auto w-full max-w-[72.5rem] px-5";

const buttonClass =
  "grid size-9 place-items-center rounded-lg border border-rule text-ink touch-target hover:bg-wash aria-disabled:text-ink-faint aria-disabled:opacity-50";
