/** The filters above a list, kept in the address of the page. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { Filter } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { parseDeveloperSearch, parseReference, withFilter, type DeveloperSearch, type LogPath } from "./search.ts";
import { useAccounts } from "./use-accounts.ts";
import { useDeveloperSearch } from "./use-developer-search.ts";

const DEBOUNCE_MS = 250;

interface FiltersProps {
  readonly to: LogPath;
  /** The parameters that are filters of this list. */
  readonly names: readonly (keyof DeveloperSearch)[];
  /** Beside the button. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Filters({ to, names, action, children }: FiltersProps) {
  const search = useDeveloperSearch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const count = names.filter((name) => search[name] !== undefined).length;
  return (
    <div className="flex flex-col gap-3 border-b border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="soft" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Filter aria-hidden className="size-4" />
          {count === 0 ? <Trans>Filter</Trans> : <Plural value={count} one="# filter" other="# filters" />}
        </Button>
        {count > 0 && (
          <Button variant="plain" size="small" onClick={() => void navigate({ to, search: {} })}>
            <Trans>Show all</Trans>
          </Button>
        )}
        <span className="ms-auto">{action}</span>
      </div>
      {/* On a phone, there must be room for the list below. */}
      {isOpen && (
        <div className="-m-1 grid max-h-[40vh] gap-3 overflow-y-auto p-1 sm:max-h-[55vh] sm:grid-cols-2">
          {children}
        </div>
      )}
    </div>
  );
}

/** @returns a function that changes the filters in the address */
export function useSetFilter(): (change: Parameters<typeof withFilter>[1]) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (change) => {
    // Other filters may have changed since this function was made.
    const search = parseDeveloperSearch(router.state.location.search);
    void navigate({ to: ".", search: withFilter(search, change), replace: true });
  };
}

export function BotFilter() {
  const { t } = useLingui();
  const { bots } = useAccounts();
  const { bot } = useDeveloperSearch();
  const setFilter = useSetFilter();
  const chosen = bots.find(({ id, username }) => id === bot || username === bot);
  return (
    <Select
      label={t`Bot`}
      value={chosen ? String(chosen.id) : ""}
      onChoose={(id) => setFilter({ bot: parseReference(id) })}
      choices={[
        { value: "", label: t`All bots` },
        ...bots.map((each) => ({ value: String(each.id), label: nameOf(each) })),
      ]}
    />
  );
}

export function ChatFilter() {
  const { t } = useLingui();
  const { chat } = useDeveloperSearch();
  return (
    <TextFilter
      label={t`Chat`}
      hint={t`Its id or user name`}
      value={chat === undefined ? "" : String(chat)}
      change={(typed) => ({ chat: parseReference(typed), person: undefined })}
    />
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly numeric?: boolean;
  readonly change: (typed: string) => Parameters<typeof withFilter>[1];
}

/** Takes effect when typing pauses. */
export function TextFilter({ label, hint, value, numeric = false, change }: TextFilterProps) {
  const { clock } = useClient().ports;
  const setFilter = useSetFilter();
  const [typed, setTyped] = useState<string>();
  const cancelTimer = useRef(() => {});
  const type = (text: string) => {
    setTyped(text);
    cancelTimer.current();
    cancelTimer.current = clock.after(DEBOUNCE_MS, () => {
      setTyped(undefined);
      setFilter(change(text.trim()));
    });
  };
  return (
    <TextField
      label={label}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      value={typed ?? value}
      onChange={(event) => type(event.target.value)}
      {...(hint === undefined ? {} : { hint })}
      {...(numeric ? { inputMode: "numeric" as const } : {})}
    />
  );
}
