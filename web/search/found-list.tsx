/** What was found in a chat: a line for each message, the newest first. */
import { useLingui } from "@lingui/react/macro";
import type { UIEvent } from "react";
import { useNow } from "../client/now.ts";
import { useFormat } from "../i18n/format.ts";
import { Said, SpokenLine } from "../message/spoken-line.tsx";
import { speakerOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { classes } from "../ui/classes.ts";
import { Option } from "../ui/option.tsx";
import { Marked } from "./marked.tsx";
import type { Found, FoundMessage } from "./use-found.ts";

interface FoundListProps extends Pick<Found, "found" | "more"> {
  readonly id: string;
  /** The place of the one that is shown in the chat. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** Nearer to the end than this, in pixels, more is asked for. */
const NEAR_PX = 200;

/** @returns what is told of scrolling */
export function nearEnd(more: () => void): (event: UIEvent) => void {
  return ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) more();
  };
}

export function optionId(list: string, place: number): string {
  return `${list}-${place}`;
}

export function FoundList({ id, found, chosen, onChoose, more }: FoundListProps) {
  const { t } = useLingui();
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t`Found messages`}
      onScroll={nearEnd(more)}
      className="max-h-[35vh] overflow-y-auto"
    >
      {found.map((each, place) => (
        <Option
          key={each.message.message_id}
          id={optionId(id, place)}
          chosen={place === chosen}
          onClick={() => onChoose(place)}
        >
          <Line each={each} chosen={place === chosen} />
        </Option>
      ))}
    </ul>
  );
}

function Line({ each: { message, matches }, chosen }: { readonly each: FoundMessage; readonly chosen: boolean }) {
  const format = useFormat();
  const now_ms = useNow();
  const { id, name, user } = speakerOf(message);
  return (
    <span
      className={classes(
        "flex cursor-pointer items-center gap-3 rounded-xl p-2",
        chosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <Avatar id={id} name={name} photo={user?.photo} size="small" />
      <span className="flex min-w-0 flex-1 gap-[0.5ch] text-sm">
        <SpokenLine who={<Said by={name} />} look="font-medium">
          <Marked message={message} matches={matches} />
        </SpokenLine>
      </span>
      <span className="shrink-0 text-xs text-soft">{format.short(message.date, now_ms)}</span>
    </span>
  );
}
