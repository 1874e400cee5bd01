/** Which suggestions fit what is being written. */

export interface Command {
  readonly command: string;
  readonly description: string;
}

/** The commands that begin like the text, while nothing but a command has been written. */
export function commandsFor(text: string, commands: readonly Command[]): readonly Command[] {
  const begun = /^\/(\w*)$/.exec(text)?.[1]?.toLowerCase();
  return begun === undefined ? [] : commands.filter(({ command }) => command.startsWith(begun));
}
