/** One entry of what was found. */
import { useNow } from "../client/now.ts";
import { useFormat } from "../i18n/format.ts";
import { Said, SpokenLine } from "../message/spoken-line.tsx";
import { speakerOf } from "../model/names.ts";
import { Marked } from "../search/marked.tsx";
import type { FoundMessage } from "../search/use-found.ts";
import { Avatar } from "../ui/avatar.tsx";
import { classes } from "../ui/classes.ts";
import { Option } from "../ui/option.tsx";
import type { Find } from "./use-finds.ts";

interface FindRowProps {
  readonly find: Find;
  readonly id: string;
  readonly chosen: boolean;
  /** Whether something of another kind stands above it. */
  readonly begins: boolean;
  readonly onGo: () => void;
}

export function FindRow({ find, id, chosen, begins, onGo }: FindRowProps) {
  const { title, username, message } = find;
  return (
    <Option id={id} chosen={chosen} onClick={onGo} className={classes(begins && "mt-1.5 border-t border-line pt-1.5")}>
      <span
        className={classes(
          "flex cursor-pointer items-center gap-3 rounded-xl p-2",
          chosen ? "bg-selected" : "hover:bg-hover",
        )}
      >
        <Avatar id={find.id} name={title} photo={find.photo} size="small" />
        {message ? (
          <MessageLines title={title} message={message} matches={find.matches ?? []} />
        ) : (
          <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
            {title}
          </span>
        )}
        {username !== undefined && (
          <span className="truncate text-sm text-soft" dir="ltr">
            @{username}
          </span>
        )}
      </span>
    </Option>
  );
}

interface MessageLinesProps extends FoundMessage {
  readonly title: string;
}

function MessageLines({ title, message, matches }: MessageLinesProps) {
  const format = useFormat();
  const now_ms = useNow();
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
        <span className="shrink-0 text-xs text-soft">{format.short(message.date, now_ms)}</span>
      </span>
      <span className="flex gap-[0.5ch] text-sm text-soft">
        <SpokenLine who={<Said by={speakerOf(message).name} />}>
          <Marked message={message} matches={matches} />
        </SpokenLine>
      </span>
    </span>
  );
}
