/** One entry of a list: avatar, name, tags, facts below the name, and an action at the end. */
import type { ComponentProps, ReactNode } from "react";
import { Avatar } from "../../ui/display/avatar.tsx";

interface EntryProps {
  readonly id: number;
  readonly name: string;
  readonly photo?: ComponentProps<typeof Avatar>["photo"];
  readonly username?: string | undefined;
  readonly tags?: ReactNode;
  /** Short facts, shown on one line if they fit. */
  readonly facts: readonly ReactNode[];
  readonly note?: ReactNode;
  readonly action?: ReactNode;
}

export function Entry({ id, name, photo, username, tags, facts, note, action }: EntryProps) {
  return (
    <div className="flex items-start gap-3">
      <Avatar id={id} name={name} photo={photo} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 max-w-full truncate font-semibold" dir="auto">
            {name}
          </span>
          {username !== undefined && (
            <span className="min-w-0 max-w-full truncate text-soft" dir="ltr">
              @{username}
            </span>
          )}
          {tags}
        </p>
        <Facts facts={facts} />
        {note}
      </div>
      {action}
    </div>
  );
}

export function Facts({ facts }: Pick<EntryProps, "facts">) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-soft">
      {facts.map((fact, i) => (
        // Facts have no identity other than their position.
        <li key={i} className="min-w-0 break-words text-pretty empty:hidden">
          {fact}
        </li>
      ))}
    </ul>
  );
}
