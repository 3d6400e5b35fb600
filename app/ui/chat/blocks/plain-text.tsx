/*
 * Streaming text shown as is, without Markdown. It bypasses React and is written to
 * a single text node at most once a frame.
 */
import { useLayoutEffect, useRef, useState } from "react";
import type { LiveText } from "../live-text.ts";

type PlainTextProps = { text: LiveText; className?: string; as?: "div" | "pre"; tabIndex?: number; "aria-label"?: string };

export function PlainText({ text, className = "", as: Tag = "div", ...rest }: PlainTextProps) {
  const root = useRef<HTMLDivElement & HTMLPreElement>(null);
  // React renders this once and never touches it again.
  const [first] = useState(() => text.text);
  useLayoutEffect(() => writeInto(root.current!, text), [text]);
  return (
    <Tag ref={root} className={`break-words whitespace-pre-wrap ${className}`} suppressHydrationWarning {...rest}>
      {first}
    </Tag>
  );
}

function writeInto(element: HTMLElement, text: LiveText): () => void {
  const node = document.createTextNode(text.text);
  element.replaceChildren(node);
  let waiting = "";
  let frame = 0;
  function flush() {
    frame = 0;
    node.appendData(waiting);
    waiting = "";
  }
  const leave = text.watch({
    append(delta) {
      waiting += delta;
      frame ||= requestAnimationFrame(flush);
    },
    replace(whole) {
      waiting = "";
      node.data = whole;
    },
    close() {},
  });
  return () => {
    cancelAnimationFrame(frame);
    leave();
  };
}
