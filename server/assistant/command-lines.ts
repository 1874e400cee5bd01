/** Reads a list of commands as people type it: one a line, `command - description`. */
import { BOT_LIMITS } from "@heliogram/shared/wire.ts";

export interface TypedCommand {
  readonly command: string;
  readonly description: string;
}

const FORM = /^\/?(\S+)\s+[-–—]\s+(\S.*)$/u;

/** The commands, or a sentence that says which line is wrong and how. */
export function readCommandLines(text: string): readonly TypedCommand[] | string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > BOT_LIMITS.commands) return `At most ${BOT_LIMITS.commands} commands are allowed.`;
  const commands: TypedCommand[] = [];
  for (const [i, line] of lines.entries()) {
    const read = readLine(line.trim());
    const fault =
      typeof read === "string"
        ? read
        : commands.some((each) => each.command === read.command)
          ? `/${read.command} is there already`
          : undefined;
    if (fault !== undefined) return `Line ${i + 1} will not do: ${fault}.`;
    commands.push(read as TypedCommand);
  }
  return commands;
}

function readLine(line: string): TypedCommand | string {
  const [, command, description] = FORM.exec(line) ?? [];
  if (command === undefined || description === undefined) return "it must read “command - description”";
  if (!/^[a-z0-9_]+$/.test(command)) return "a command has lower-case Latin letters, digits and underscores only";
  if (command.length > BOT_LIMITS.command) return `a command has at most ${BOT_LIMITS.command} characters`;
  if ([...description].length > BOT_LIMITS.command_description)
    return `a description has at most ${BOT_LIMITS.command_description} characters`;
  return { command, description };
}
