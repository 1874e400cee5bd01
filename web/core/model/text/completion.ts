/** Completions at the caret: mentions, commands and emoji. */

export interface Completion {
  readonly kind: "mention" | "command" | "emoji";
  /** The text after the sign. */
  readonly query: string;
  /** The range that a completion replaces. */
  readonly from: number;
  readonly to: number;
}

const MENTION = /(?:^|[^\p{L}\p{N}_@/])@([\p{L}\p{N}_]{0,32})$/u;
const COMMAND = /^\/([a-z0-9_]{0,32})$/i;
const EMOJI = /(?:^|[\s(])(:([a-z0-9_+-]{2,32}))$/i;

/** Commands are completed only at the start of a message. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before);
  if (command) return { kind: "command", query: command[1]!.toLowerCase(), from: 0, to: caret };
  const mention = MENTION.exec(before);
  if (mention) return { kind: "mention", query: mention[1]!, from: caret - mention[1]!.length - 1, to: caret };
  const emoji = EMOJI.exec(before);
  if (emoji) return { kind: "emoji", query: emoji[2]!.toLowerCase(), from: caret - emoji[1]!.length, to: caret };
  return undefined;
}

/** A name between two colons stands alone or after another emoji; within code and addresses it is none. */
const CLOSED = /(?:^|[\s(]|\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)(:([a-z0-9_+-]{2,32}):)$/iu;

/** An emoji name between two colons that was just closed at the caret. */
export function closedEmojiAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  const [, whole, name] = CLOSED.exec(before.slice(-64)) ?? [];
  if (whole === undefined || name === undefined || isInCode(before)) return undefined;
  return { kind: "emoji", query: name.toLowerCase(), from: caret - whole.length, to: caret };
}

/** Whether code was begun on the line, or a block of code before, and not ended. */
function isInCode(before: string): boolean {
  const fences = before.split("```");
  if (fences.length % 2 === 0) return true;
  const line = fences.at(-1)!.split("\n").at(-1)!;
  return line.split("`").length % 2 === 0;
}
