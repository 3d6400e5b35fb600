/*
 * Buttons for the panels beside the text. In a narrow bar, where the draft's name
 * needs the room, all but the assistant move into one menu.
 */
import { Ellipsis, History, ListChecks, ListTree, MessageCircle, MessageSquareText, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";

export type Panel = "chat" | "outline" | "comments" | "checks" | "playbook" | "timeline";
export const panelNames: Record<Panel, string> = {
  chat: "Assistant",
  outline: "Outline",
  comments: "Comments",
  checks: "Checks",
  playbook: "Playbook",
  timeline: "Timeline",
};

const icons: Record<Panel, ReactNode> = {
  chat: <MessageSquareText />,
  outline: <ListTree />,
  comments: <MessageCircle />,
  checks: <ListChecks />,
  playbook: <ShieldCheck />,
  timeline: <History />,
};
const others: Panel[] = ["outline", "comments", "checks", "playbook", "timeline"];

type PanelBarProps = { shown: Panel | null; hasChat: boolean; onToggle: (panel: Panel) => void };

export function PanelBar({ shown, hasChat, onToggle }: PanelBarProps) {
  const button = (panel: Panel) => (
    <IconButton
      key={panel}
      label={panelNames[panel]}
      icon={icons[panel]}
      pressed={shown === panel}
      onClick={() => onToggle(panel)}
    />
  );
  return (
    <>
      {hasChat && button("chat")}
      <span className="flex gap-3 @max-4xl:gap-1 @max-xl:hidden">{others.map(button)}</span>
      <span className="@xl:hidden">
        <Menu align="end" trigger={<IconButton label="More of this draft" icon={<Ellipsis />} />}>
          {others.map((panel) => (
            <MenuItem key={panel} icon={icons[panel]} onSelect={() => onToggle(panel)}>
              {panelNames[panel]}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </>
  );
}
