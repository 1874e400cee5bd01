/** One result of the switcher. */
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { SenderPrefix, SenderLine } from "../message/sender-line.tsx";
import { senderOf } from "../../core/model/people/names.ts";
import { HighlightedExcerpt } from "../search/highlighted-excerpt.tsx";
import type { SearchResult } from "../search/use-search-results.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { Option } from "../../ui/forms/option.tsx";
import type { SwitcherResult } from "./use-switcher-results.ts";

interface ResultRowProps {
  readonly result: SwitcherResult;
  readonly id: string;
  readonly selected: boolean;
  /** Whether a line separates it from results of another kind above it. */
  readonly separated: boolean;
  readonly onGo: () => void;
}

export function ResultRow({ result, id, selected, separated, onGo }: ResultRowProps) {
  const { title, username, message } = result;
  return (
    <Option
      id={id}
      chosen={selected}
      onClick={onGo}
      className={classes(separated && "mt-1.5 border-t border-line pt-1.5")}
    >
      <span
        className={classes(
          "flex cursor-pointer items-center gap-3 rounded-xl p-2",
          selected ? "bg-selected" : "hover:bg-hover",
        )}
      >
        <Avatar id={result.id} name={title} photo={result.photo} size="small" />
        {message ? (
          <MessageLines title={title} message={message} matches={result.matches ?? []} />
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

interface MessageLinesProps extends SearchResult {
  readonly title: string;
}

function MessageLines({ title, message, matches }: MessageLinesProps) {
  const format = useFormat();
  const now_ms = useNow();
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
        <Time value={format.short(message.date, now_ms)} className="shrink-0 text-xs text-soft" />
      </span>
      <span className="flex gap-[0.5ch] text-sm text-soft">
        <SenderLine sender={<SenderPrefix by={senderOf(message).name} />}>
          <HighlightedExcerpt message={message} matches={matches} />
        </SenderLine>
      </span>
    </span>
  );
}
