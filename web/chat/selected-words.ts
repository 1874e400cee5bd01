/** What is selected of one message's words; what cannot be selected, such as a hidden text, is no part of it. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { findQuote, hiding, type Quote } from "../model/quote.ts";

export interface SelectedWords {
  /** As they would be copied. */
  readonly words: string;
  /** `undefined` where they are not found in the text as they stand. */
  readonly quote: Quote | undefined;
}

/** `article` is the message's own element. @returns nothing if other messages' words are selected as well */
export function selectedWords(
  article: Element,
  { text, entities }: { readonly text: string; readonly entities: readonly MessageEntity[] },
): SelectedWords | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const touched = [...document.querySelectorAll("article [data-words]")].filter((each) => within(range, each) !== "");
  const [element] = touched;
  if (!element || touched.length > 1 || !article.contains(element)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  if (range.comparePoint(element, 0) < 0) before.setEnd(range.startContainer, range.startOffset);
  else before.collapse(true);
  const quote = findQuote(text, within(range, element), within(before, element));
  return { words: selection.toString().trim(), quote: quote && hiding(quote, entities) };
}

/** The part of an element's text that lies in a range and can be selected. */
function within(range: Range, element: Element): string {
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
