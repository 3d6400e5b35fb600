/*
 * Shows the current workspace and switches to others: the personal one and the
 * organizations. Hidden for users without an organization.
 */
import { Building2, ChevronsUpDown, Settings, UserRound, Users } from "lucide-react";
import { useRef, type ComponentProps, type Ref } from "react";
import { useNavigate } from "react-router";
import type { Membership } from "#core/workspace/policy.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { Menu, MenuChoices, MenuGroup, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { tooltipAttributes } from "../kit/tooltip.tsx";
import { useAction } from "../palette/actions.ts";
import { useWorkspace } from "./use-place.ts";

export type ShellOrganization = Pick<Membership, "slug" | "name" | "role">;

type SwitcherProps = { organizations: readonly ShellOrganization[]; isFolded?: boolean };

const own = "";

export function WorkspaceSwitcher({ organizations, isFolded = false }: SwitcherProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const here = organizations.find(({ slug }) => slug === place.slug);
  const go = (slug: string) => void navigate(slug === own ? "/chat" : workspacePath(slug, "/home"));
  if (organizations.length === 0) return null;
  return (
    <>
      <Menu trigger={<PlaceButton ref={button} place={here?.name ?? null} isFolded={isFolded} />}>
        <MenuGroup label="Workspace">
          <MenuChoices
            label="Workspace"
            value={place.slug ?? own}
            onChange={go}
            options={[
              { value: own, label: "Personal", icon: <UserRound /> },
              ...organizations.map(({ slug, name }) => ({ value: slug, label: name, icon: <Building2 /> })),
            ]}
          />
        </MenuGroup>
        <MenuSeparator />
        {here !== undefined && (
          <>
            <MenuItem icon={<Users />} onSelect={() => void navigate(place.path("/settings/organization/members"))}>
              Members
            </MenuItem>
            <MenuItem icon={<Settings />} onSelect={() => void navigate(place.path("/settings/organization"))}>
              Organization settings
            </MenuItem>
          </>
        )}
        <MenuItem icon={<Building2 />} onSelect={() => void navigate("/organizations")}>
          All organizations
        </MenuItem>
      </Menu>
      <PlaceActions organizations={organizations} open={() => button.current?.click()} isThere={() => isShown(button.current)} />
    </>
  );
}

type PlaceButtonProps = { place: string | null; isFolded: boolean; ref: Ref<HTMLButtonElement> } & ComponentProps<"button">;

function PlaceButton({ place, isFolded, ref, ...control }: PlaceButtonProps) {
  const words = place ?? "Personal";
  return (
    <button
      ref={ref}
      type="button"
      {...control}
      {...(isFolded && tooltipAttributes(words, switchKeys))}
      className={`flex items-center gap-2.5 rounded-lg text-left touch-target hover:bg-wash aria-expanded:bg-wash ${isFolded ? "p-1" : "h-9 w-full min-w-0 px-2 pointer-coarse:h-11"}`}
    >
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-md border border-rule-strong font-serif text-sm text-ink [&_svg]:size-3.5 [&_svg]:text-ink-soft"
      >
        {place === null ? <UserRound /> : ([...place.trim()][0]?.toUpperCase() ?? "?")}
      </span>
      <span className="sr-only">Switch workspace, current: {isFolded && words}</span>
      {!isFolded && (
        <>
          <span className="min-w-0 flex-1 truncate font-medium">{words}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        </>
      )}
    </button>
  );
}

const switchKeys = "mod+shift+l";

type PlaceActionsProps = { organizations: readonly ShellOrganization[]; open: () => void; isThere: () => boolean };

/** The same from the keyboard: the list, and each workspace by name. */
function PlaceActions({ organizations, open, isThere }: PlaceActionsProps) {
  useAction({
    id: "place.switch",
    title: "Switch workspace",
    group: "Workspaces",
    shortcut: "mod+shift+l",
    inRichText: true,
    keywords: "organization workspace team",
    run: open,
    when: isThere,
  });
  return (
    <>
      <PlaceAction slug={null} name="your personal workspace" />
      {organizations.map(({ slug, name }) => (
        <PlaceAction key={slug} slug={slug} name={name} />
      ))}
    </>
  );
}

function PlaceAction({ slug, name }: { slug: string | null; name: string }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  useAction({
    id: `place.${slug ?? "own"}`,
    title: `Go to ${name}`,
    group: "Workspaces",
    keywords: "organization switch",
    run: () => void navigate(slug === null ? "/chat" : workspacePath(slug, "/home")),
    when: () => place.slug !== slug,
  });
  return null;
}

function isShown(element: HTMLElement | null): boolean {
  return element !== null && element.offsetParent !== null;
}
