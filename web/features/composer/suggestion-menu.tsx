/**
 * The suggestion menu above the field. The field keeps the focus, and `aria-activedescendant` names the selected
 * suggestion.
 */
import { useLingui } from "@lingui/react/macro";
import { nameOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { classes } from "../../ui/classes.ts";
import { Option } from "../../ui/forms/option.tsx";
import { PrivacyLine } from "./privacy-line.tsx";
import type { Suggestion, Suggestions } from "./use-suggestions.ts";

export const SUGGESTIONS_ID = "suggestions";

export function suggestionId(index: number): string {
  return `${SUGGESTIONS_ID}-${index}`;
}

interface SuggestionMenuProps {
  readonly row: ChatDetails;
  readonly suggestions: Suggestions;
}

export function SuggestionMenu({ row, suggestions }: SuggestionMenuProps) {
  const { t } = useLingui();
  const { list, kind, selected, choose } = suggestions;
  if (kind === undefined) return null;
  const label = { mention: t`People`, command: t`Commands`, emoji: t`Emoji` }[kind];
  return (
    <div className="absolute inset-x-2 bottom-full z-20 mb-2 flex max-h-72 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-xl md:inset-x-3">
      <ul id={SUGGESTIONS_ID} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
        {list.map((suggestion, index) => (
          <Entry
            key={suggestion.key}
            id={suggestionId(index)}
            suggestion={suggestion}
            chosen={index === selected}
            onChoose={() => choose(suggestion)}
          />
        ))}
      </ul>
      {kind === "command" && <PrivacyLine row={row} />}
    </div>
  );
}

interface EntryProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Entry({ id, suggestion: { title, detail, user, emoji }, chosen: selected, onChoose }: EntryProps) {
  return (
    <Option
      id={id}
      chosen={selected}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        "flex cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5",
        selected ? "bg-selected" : "hover:bg-hover",
      )}
    >
      {emoji !== undefined && (
        <span aria-hidden className="w-8 text-center font-emoji text-xl leading-none">
          {emoji}
        </span>
      )}
      {user && <Avatar id={user.id} name={nameOf(user)} photo={user.photo} size="small" />}
      <span className="max-w-[60%] shrink-0 truncate font-medium" dir="auto">
        {title}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm text-soft" dir="auto">
        {detail}
      </span>
    </Option>
  );
}
