/** The messages found in a chat, the newest first. */
import { useLingui } from "@lingui/react/macro";
import type { UIEvent } from "react";
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { SenderPrefix, SenderLine } from "../message/sender-line.tsx";
import { senderOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { Option } from "../../ui/forms/option.tsx";
import { HighlightedExcerpt } from "./highlighted-excerpt.tsx";
import type { SearchResults, SearchResult } from "./use-search-results.ts";

interface ResultListProps extends Pick<SearchResults, "results" | "loadMore"> {
  readonly id: string;
  /** The index of the result that is shown in the chat. */
  readonly selectedIndex: number;
  readonly onChoose: (index: number) => void;
}

/** The distance from the end of the list, in pixels, at which the next page is loaded. */
const NEAR_PX = 200;

/** @returns a scroll handler that calls `loadMore` near the end of the list */
export function onScrollNearEnd(loadMore: () => void): (event: UIEvent) => void {
  return ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) loadMore();
  };
}

export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

export function ResultList({ id, results, selectedIndex: chosen, onChoose, loadMore }: ResultListProps) {
  const { t } = useLingui();
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t`Found messages`}
      onScroll={onScrollNearEnd(loadMore)}
      className="max-h-[35vh] overflow-y-auto"
    >
      {results.map((each, index) => (
        <Option
          key={each.message.message_id}
          id={optionId(id, index)}
          chosen={index === chosen}
          onClick={() => onChoose(index)}
        >
          <ResultLine each={each} chosen={index === chosen} />
        </Option>
      ))}
    </ul>
  );
}

function ResultLine({ each: { message, matches }, chosen }: { readonly each: SearchResult; readonly chosen: boolean }) {
  const format = useFormat();
  const now_ms = useNow();
  const { id, name, user } = senderOf(message);
  return (
    <span
      className={classes(
        "flex cursor-pointer items-center gap-3 rounded-xl p-2",
        chosen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <Avatar id={id} name={name} photo={user?.photo} size="small" />
      <span className="flex min-w-0 flex-1 gap-[0.5ch] text-sm">
        <SenderLine sender={<SenderPrefix by={name} />} className="font-medium">
          <HighlightedExcerpt message={message} matches={matches} />
        </SenderLine>
      </span>
      <Time value={format.short(message.date, now_ms)} className="shrink-0 text-xs text-soft" />
    </span>
  );
}
