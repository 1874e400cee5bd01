/** The selected text of one message. Text that cannot be selected, such as a hidden spoiler, is left out. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { findQuote, withSpoilers, type Quote } from "../../core/model/messages/quote.ts";

export interface SelectedText {
  /** The text as the browser would copy it. */
  readonly text: string;
  /** `undefined` if the selection is not found in the message's text. */
  readonly quote: Quote | undefined;
}

/**
 * @param article - the element of the message
 * @returns `undefined` if nothing is selected, or if the selection also covers other messages
 */
export function selectedTextIn(
  article: Element,
  { text, entities }: { readonly text: string; readonly entities: readonly MessageEntity[] },
): SelectedText | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const selectedBodies = [...document.querySelectorAll("article [data-words]")].filter(
    (each) => textWithin(range, each) !== "",
  );
  const [element] = selectedBodies;
  if (!element || selectedBodies.length > 1 || !article.contains(element)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  if (range.comparePoint(element, 0) < 0) before.setEnd(range.startContainer, range.startOffset);
  else before.collapse(true);
  const quote = findQuote(text, textWithin(range, element), textWithin(before, element));
  return { text: selection.toString().trim(), quote: quote && withSpoilers(quote, entities) };
}

/** The selectable text of an element within a range. */
function textWithin(range: Range, element: Element): string {
  if (!range.intersectsNode(element)) return "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node) || getComputedStyle(node.parentElement!).userSelect === "none") continue;
    const { data } = node as Text;
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : data.length;
    text += data.slice(from, to);
  }
  return text.trim();
}
