/* The widgets a proposed change adds to the text: the insertion and the decision buttons. */
import type { Patch } from "#core/changes/patch.ts";

/** Same as in core/changes/proposed-change.ts, repeated here to keep its validator out of this bundle. */
const longestRejectReason = 300;

type Decided = (isAccepted: boolean, rejectReason?: string) => void;

export function inserted(words: string): HTMLElement {
  const element = document.createElement("ins");
  element.className = "proposed-in";
  element.textContent = words;
  return element;
}

/** `takesReason`: an assistant will read why it was rejected. */
export function choice(patch: Patch, takesReason: boolean, decide: Decided): HTMLElement {
  const element = document.createElement("span");
  element.className = "proposed-choice";
  element.contentEditable = "false";
  const about = patch.summary || patch.replacement;
  const buttons = [
    button("Accept", `Accept: ${about}`, () => decide(true)),
    button("Reject", `Reject: ${about}`, () => decide(false)),
    ...(takesReason ? [button("Reject…", `Reject with a reason: ${about}`, askWhy)] : []),
  ];
  for (const one of buttons) one.title = patch.summary;
  element.append(...buttons);
  function askWhy(): void {
    const field = reasonField((why) => {
      element.replaceChildren(...buttons);
      if (why !== null) decide(false, why);
    });
    element.replaceChildren(field);
    field.focus();
  }
  return element;
}

function button(words: string, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = words;
  element.setAttribute("aria-label", label);
  element.addEventListener("mousedown", (event) => event.preventDefault());
  element.addEventListener("click", press);
  return element;
}

/** Null: closed without a decision. */
function reasonField(done: (why: string | null) => void): HTMLInputElement {
  let isDone = false;
  function end(why: string | null): void {
    // Removing it from the page blurs it, which calls this again.
    if (isDone) return;
    isDone = true;
    done(why);
  }
  const field = document.createElement("input");
  field.maxLength = longestRejectReason;
  field.placeholder = "Why? Press Enter to reject";
  field.setAttribute("aria-label", "Reason for rejecting");
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") end(field.value.replace(/\s+/g, " ").trim());
    if (event.key === "Escape") end(null);
  });
  field.addEventListener("blur", () => end(null));
  return field;
}
