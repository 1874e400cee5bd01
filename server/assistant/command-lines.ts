/** Parses a list of commands as people type it: one per line, as `command - description`. */
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";

export interface TypedCommand {
  readonly command: string;
  readonly description: string;
}

const FORM = /^\/?(\S+)\s+[-–—]\s+(\S.*)$/u;

/** @returns the commands, or an error message that names the line */
export function readCommandLines(text: string): readonly TypedCommand[] | string {
  const lines = text.split("\n").filter((api) => api.trim() !== "");
  if (lines.length > BOT_LIMITS.commands) return `At most ${BOT_LIMITS.commands} commands are allowed.`;
  const commands: TypedCommand[] = [];
  for (const [i, api] of lines.entries()) {
    const read = readLine(api.trim());
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

function readLine(api: string): TypedCommand | string {
  const [, command, description] = FORM.exec(api) ?? [];
  if (command === undefined || description === undefined) return "it must read “command - description”";
  if (!/^[a-z0-9_]+$/.test(command)) return "a command has lower-case Latin letters, digits and underscores only";
  if (command.length > BOT_LIMITS.command) return `a command has at most ${BOT_LIMITS.command} characters`;
  if ([...description].length > BOT_LIMITS.command_description)
    return `a description has at most ${BOT_LIMITS.command_description} characters`;
  return { command, description };
}
