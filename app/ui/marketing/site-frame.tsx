/* The layout of every marketing page: sign-in at the top, the site map at the bottom. */
import type { ReactNode } from "react";
import { href } from "react-router";
import { buttonClass } from "../kit/button.tsx";
import { StetMark } from "../kit/stet-mark.tsx";
import { column } from "./carousel.tsx";
import { SiteFooter, type SiteLinks } from "./site-footer.tsx";

type SiteFrameProps = { isPerson: boolean; links: SiteLinks; children: ReactNode };

export function SiteFrame({ isPerson, links, children }: SiteFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-lg bg-raised px-4 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20"
      >
        Skip to the content
      </a>
      <header className="border-b border-rule">
        <div className={`${column} flex h-16 items-center gap-1`}>
          <a href={href("/")} aria-label="Stet, front page" className="mr-auto rounded-sm pr-6 pb-1.5">
            <StetMark className="text-[1.75rem]" />
          </a>
          <SiteNavigation />
          {isPerson ? (
            <a href={href("/chat")} className={buttonClass("outline")}>
              Open Stet
            </a>
          ) : (
            <>
              <a href={href("/auth/sign-in")} className={buttonClass("quiet")}>
                Log in
              </a>
              <a href={href("/auth/sign-up")} className={buttonClass("primary")}>
                Sign up
              </a>
            </>
          )}
        </div>
      </header>
      <main id="content" className="flex-1">
        {children}
      </main>
      <SiteFooter links={links} />
    </div>
  );
}

function SiteNavigation() {
  return (
    <nav aria-label="Site" className="max-md:hidden">
      <a href={`${href("/")}#features`} className={buttonClass("quiet")}>
        Features
      </a>
      <a href={href("/pricing")} className={buttonClass("quiet")}>
        Pricing
      </a>
      <a href={href("/security")} className={buttonClass("quiet")}>
        Security
      </a>
      <a href={href("/docs")} className={buttonClass("quiet")}>
        Guide
      </a>
      <a href={href("/blog")} className={buttonClass("quiet")}>
        Blog
      </a>
    </nav>
  );
}
