/** Moves the focus to the chat's header after an element that it opened is gone. */

export const CHAT_HEAD_ID = "chat-head";

export function focusChatHead(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(CHAT_HEAD_ID)?.focus();
  });
}
