/** The commands that fit what is written, above the field. */
import { useLingui } from "@lingui/react/macro";
import type { Command } from "../model/suggest.ts";
import { classes } from "../ui/classes.ts";
import type { Commands } from "./use-commands.ts";

interface CommandListProps {
  readonly commands: Commands;
  readonly onTake: (command: Command) => void;
}

export const COMMAND_LIST_ID = "commands";

export function commandId(index: number): string {
  return `${COMMAND_LIST_ID}-${index}`;
}

export function CommandList({ commands: { found, chosen }, onTake }: CommandListProps) {
  const { t } = useLingui();
  if (found.length === 0) return null;
  return (
    <ul
      id={COMMAND_LIST_ID}
      role="listbox"
      aria-label={t`Commands of the bot`}
      className="flex max-h-[30vh] flex-col overflow-y-auto pt-2"
    >
      {found.map((each, index) => (
        <li
          key={each.command}
          id={commandId(index)}
          role="option"
          aria-selected={index === chosen}
          ref={(element) => {
            if (index === chosen) element?.scrollIntoView({ block: "nearest" });
          }}
          // The field keeps the keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(each)}
          className={classes(
            "flex cursor-pointer items-baseline gap-3 rounded-lg px-3 py-2",
            index === chosen ? "bg-selected" : "hover:bg-hover",
          )}
        >
          <span className="font-medium text-accent" dir="ltr">
            /{each.command}
          </span>
          <span className="min-w-0 truncate text-soft">
            <bdi>{each.description}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
