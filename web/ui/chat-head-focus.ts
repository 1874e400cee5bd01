/** Takes the keyboard to the head of the chat when what it opened has gone. */

export const HEAD_ID = "chat-head";

export function focusHead(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(HEAD_ID)?.focus();
  });
}
