/*
 * The buttons of a proposed change: one bar that floats below the change under the caret or the pointer, so that the
 * text keeps its lines however many changes are open. It is in the browser's top layer, since blocks of a long document
 * clip what leaves them.
 */
import { Selection, type EditorState } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { Patch } from "#core/changes/patch.ts";
import { longestRejectReason } from "#core/changes/proposed-change.ts";

/** For which the bar stays after the pointer has left, so that it can be reached. */
const graceMs = 250;
const gap = 4;
const edge = 8;

/** A change as it stands in the text; `takesReason`: an assistant will read why it was rejected. */
export type Choice = { name: string; from: number; to: number; patch: Patch; takesReason: boolean };
type Spot = { left: number; top: number; bottom: number };
type Services = {
  choices: (state: EditorState) => readonly Choice[];
  /** What the reader may do with it. */
  buttonsOf: (name: string) => "decide" | "withdraw" | "none";
  decide: (name: string, isAccepted: boolean, rejectReason?: string) => void;
};

export class ProposalBar {
  #view: EditorView;
  #services: Services;
  #bar: HTMLElement;
  #open: { choice: Choice; by: "caret" | "pointer" } | null = null;
  /** The change whose bar was closed by Escape, until the caret leaves it. */
  #dismissed: string | null = null;
  #timer = 0;
  /** Where the pointer is in the text. */
  #pointer: PointerEvent | null = null;
  #ends = new AbortController();

  constructor(view: EditorView, services: Services) {
    this.#view = view;
    this.#services = services;
    this.#bar = document.createElement("div");
    this.#bar.className = "proposed-bar";
    this.#bar.popover = "manual";
    this.#bar.setAttribute("role", "group");
    this.#bar.setAttribute("aria-label", "Proposed change");
    // Outside a dialog that the text is in, it could not be used.
    (view.dom.closest("[role=dialog]") ?? document.body).append(this.#bar);
    this.#listen();
  }

  update(view: EditorView, before: EditorState): void {
    const { state } = view;
    if (state.doc === before.doc && state.selection.eq(before.selection) && this.#choices(before) === this.#choices(state)) return;
    const kept = this.#open && this.#choices(state).find(({ name }) => name === this.#open!.choice.name);
    if (this.#open && !kept) this.#close();
    if (!state.selection.eq(before.selection)) this.#followCaret();
    if (this.#open === null && this.#choices(before) !== this.#choices(state)) this.#lookUnderPointer();
  }

  /** A change that appears under a pointer at rest, or is replaced there, causes no event. */
  #lookUnderPointer(): void {
    if (this.#pointer === null || this.#choices(this.#view.state).length === 0) return;
    const { clientX, clientY } = this.#pointer;
    const mark = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-proposal]");
    if (mark && this.#view.dom.contains(mark)) this.#pointAt(mark, this.#pointer);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#ends.abort();
    this.#bar.remove();
  }

  #choices(state: EditorState): readonly Choice[] {
    return this.#services.choices(state);
  }

  #listen(): void {
    const { signal } = this.#ends;
    const { dom } = this.#view;
    dom.addEventListener("pointerover", (event) => this.#pointed(event), { signal });
    dom.addEventListener("pointerleave", () => this.#pointerLeft(), { signal });
    dom.addEventListener("focus", () => this.#followCaret(), { signal });
    dom.addEventListener("blur", (event) => this.#left(event), { signal });
    dom.addEventListener("keydown", (event) => this.#enter(event), { signal, capture: true });
    this.#bar.addEventListener("pointerenter", () => clearTimeout(this.#timer), { signal });
    this.#bar.addEventListener("pointerleave", () => this.#closeLater(), { signal });
    this.#bar.addEventListener("focusout", (event) => this.#left(event), { signal });
    this.#bar.addEventListener("keydown", (event) => this.#leave(event), { signal });
    addEventListener("scroll", (event) => this.#moved(event), { signal, capture: true, passive: true });
    addEventListener("resize", (event) => this.#moved(event), { signal });
  }

  /** The text has moved under the bar; what else scrolls does not matter. */
  #moved({ target }: Event): void {
    if (target instanceof Element && !target.contains(this.#view.dom)) return;
    if (this.#open?.by === "caret" && !this.#bar.contains(document.activeElement)) this.#followCaret();
    else this.#close();
  }

  /** Alt+Enter takes the focus from the change at the caret to its buttons. */
  #enter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.#dismissed = null;
    this.#followCaret();
    if (this.#open === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#bar.querySelector("button")?.focus();
  }

  /** Escape returns it to the text. */
  #leave(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key !== "Escape" || event.defaultPrevented) return;
    this.#dismissed = this.#open?.choice.name ?? null;
    this.#close();
    this.#view.focus();
  }

  #left({ relatedTarget }: FocusEvent): void {
    const isInside = relatedTarget instanceof Node && (this.#bar.contains(relatedTarget) || this.#view.dom.contains(relatedTarget));
    if (!isInside && this.#open?.by === "caret") this.#close();
  }

  #pointed(event: PointerEvent): void {
    this.#pointer = event;
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-proposal]") : null;
    if (mark === null) return this.#closeLater();
    clearTimeout(this.#timer);
    this.#pointAt(mark, event);
  }

  #pointerLeft(): void {
    this.#pointer = null;
    this.#closeLater();
  }

  #pointAt(mark: HTMLElement, event: PointerEvent): void {
    if (event.pointerType === "touch" || this.#bar.contains(document.activeElement)) return;
    const choice = this.#choices(this.#view.state).find(({ name }) => name === mark.dataset["proposal"]);
    if (
      !choice ||
      choice.name === this.#dismissed ||
      (this.#open?.choice.name === choice.name && this.#bar.matches(":popover-open"))
    )
      return;
    // Of a mark over several lines, the one that is pointed at.
    const lines = [...mark.getClientRects()];
    const line = lines.find(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom) ?? lines[0];
    if (line) this.#show(choice, "pointer", { left: Math.max(line.left, event.clientX - 24), top: line.top, bottom: line.bottom });
  }

  #followCaret(): void {
    const { state } = this.#view;
    const { head, from, to } = state.selection;
    const choice = this.#view.hasFocus()
      ? this.#choices(state).find((one) => one.from <= head && head <= one.to && one.from <= from && to <= one.to)
      : undefined;
    if (choice?.name !== this.#dismissed) this.#dismissed = null;
    if (choice && this.#dismissed === null) this.#show(choice, "caret", this.#view.coordsAtPos(head));
    else if (this.#open?.by === "caret") this.#close();
  }

  #show(choice: Choice, by: "caret" | "pointer", spot: Spot): void {
    // Nothing is drawn of words in a paragraph that is open to suggestions.
    if (spot.top === spot.bottom) return this.#close();
    clearTimeout(this.#timer);
    this.#open = { choice, by };
    this.#fill(choice);
    if (!this.#bar.matches(":popover-open")) this.#bar.showPopover();
    // Where it was before, the edge of the window may have made it narrow.
    this.#bar.style.left = "0";
    const { offsetWidth: width, offsetHeight: height } = this.#bar;
    const left = Math.max(edge, Math.min(spot.left, innerWidth - width - edge));
    const isBelow = spot.bottom + gap + height <= innerHeight - edge;
    this.#bar.style.left = `${left}px`;
    this.#bar.style.top = `${isBelow ? spot.bottom + gap : spot.top - gap - height}px`;
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#open = null;
    if (this.#bar.matches(":popover-open")) this.#bar.hidePopover();
  }

  /** A pointer that has left; a reason that is being typed stays. */
  #closeLater(): void {
    clearTimeout(this.#timer);
    if (this.#open?.by !== "pointer" || this.#bar.contains(document.activeElement)) return;
    this.#timer = window.setTimeout(() => {
      this.#close();
      this.#followCaret();
    }, graceMs);
  }

  #fill(choice: Choice): void {
    const about = choice.patch.summary || choice.patch.replacement;
    const mayDo = this.#services.buttonsOf(choice.name);
    const decisions = () => [
      button("Accept", `Accept: ${about}`, () => this.#decide(choice, true)),
      button("Reject", `Reject: ${about}`, () => this.#decide(choice, false)),
      ...(choice.takesReason ? [button("Reject…", `Reject with a reason: ${about}`, () => this.#ask(choice))] : []),
    ];
    const withdraw = () => [button("Withdraw", `Withdraw: ${about}`, () => this.#decide(choice, false))];
    const buttons = mayDo === "decide" ? decisions() : mayDo === "withdraw" ? withdraw() : [];
    const words = document.createElement("span");
    words.className = "proposed-why";
    words.textContent = choice.patch.summary;
    this.#bar.replaceChildren(...(choice.patch.summary === "" ? [] : [words]), ...buttons);
  }

  #ask(choice: Choice): void {
    const field = reasonField((why) => {
      this.#fill(choice);
      if (why !== null) this.#decide(choice, false, why);
      else this.#bar.querySelector("button")?.focus();
    });
    this.#bar.replaceChildren(field);
    field.focus();
  }

  /** With the keyboard, the caret then goes to the next change. */
  #decide(choice: Choice, isAccepted: boolean, rejectReason?: string): void {
    const byKeyboard = this.#bar.contains(document.activeElement);
    const rest = this.#choices(this.#view.state).filter(({ name }) => name !== choice.name);
    const next = rest.find(({ from }) => from >= choice.to) ?? rest[0];
    this.#services.decide(choice.name, isAccepted, rejectReason);
    this.#close();
    if (!byKeyboard) return;
    this.#view.focus();
    const now = next && this.#choices(this.#view.state).find(({ name }) => name === next.name);
    if (!now) return;
    const { tr, doc } = this.#view.state;
    this.#view.dispatch(tr.setSelection(Selection.near(doc.resolve(now.from))).scrollIntoView());
  }
}

function button(words: string, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = words;
  element.setAttribute("aria-label", label);
  // The text keeps the focus under a pointer.
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
  field.dir = "auto";
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
