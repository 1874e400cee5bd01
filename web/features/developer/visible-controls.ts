/** Characters that turn the direction of a line would show what follows them reversed. They are written as escapes. */
const CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Inside JSON, the result means the same. */
export function withVisibleControls(text: string): string {
  return text.replaceAll(CONTROLS, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
