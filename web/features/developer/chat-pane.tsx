/** The calls and updates of a chat as they happen, beside it. On a narrow screen they cover it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Maximize2, X } from "lucide-react";
import { useEffect, type KeyboardEvent, type ReactNode } from "react";
import type { Chat } from "@heliogram/shared/wire.ts";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClientState } from "../../core/client/context.tsx";
import type { Me } from "../../core/store/state.ts";
import { developerSearch, MAIN_WORLD, type PaneSearch } from "../../core/model/chats/developer-search.ts";
import { useDeveloperAccess } from "../console/use-console.ts";
import { usePanelClose } from "../chat-info/use-panel-close.ts";
import { buttonVariants, IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CallDetails } from "./call-details.tsx";
import { CallRow, CALLS } from "./calls-page.tsx";
import { LogList } from "./log-list.tsx";
import { BackToList } from "./log-panes.tsx";
import { callFilter, updateFilter } from "./search.ts";
import { UpdateDetails } from "./update-details.tsx";
import { UpdateRow, UPDATES } from "./updates-page.tsx";
import { useAccounts } from "./use-accounts.ts";
import { ReadOnlyContext } from "./read-only.ts";
import { useOpenOldest } from "./use-developer-search.ts";
import { useLiveLog } from "./use-live-log.ts";
import { WorldContext } from "./use-world.ts";

export function DeveloperPane() {
  const { t } = useLingui();
  const { chatId = 0 } = useParams({ strict: false });
  const search = useSearch({ from: "/signed-in/chat/$chatId/developer" });
  const chat = useClientState((state) => state.chats?.[chatId]?.chat);
  const me = useClientState((state) => state.me);
  const isLost = useClientState((state) => state.list_complete && state.chats?.[chatId] === undefined);
  const navigate = useNavigate();
  const close = usePanelClose(chatId);
  const access = useDeveloperAccess();
  const isPossible = access !== "none" && !isLost;
  useEffect(() => {
    if (!isPossible) void navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
  }, [isPossible, chatId, navigate]);
  if (!isPossible || access === "unknown" || !chat || !me) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    close();
  };
  return (
    <section
      aria-label={t`Calls and updates of this chat`}
      className="absolute inset-0 z-20 flex flex-col bg-surface xl:static xl:w-[26rem] xl:shrink-0 xl:border-s xl:border-line"
      onKeyDown={onKeyDown}
    >
      <ReadOnlyContext value={access === "console"}>
        <WorldContext value={me.world ?? MAIN_WORLD}>
          <Header chat={chat} me={me} search={search} onClose={close} />
          {search.show === "updates" ? (
            <Updates chat={chat} me={me} search={search} />
          ) : (
            <Calls chat={chat} me={me} search={search} />
          )}
        </WorldContext>
      </ReadOnlyContext>
    </section>
  );
}

interface PartProps {
  readonly chat: Chat;
  readonly me: Me;
  readonly search: PaneSearch;
}

function Header({ chat, me, search, onClose }: PartProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { about, show } = search;
  const tabs = [
    { name: undefined, label: t`Calls` },
    { name: "updates", label: t`Updates` },
  ] as const;
  return (
    <header className="safe-top border-b border-line">
      <div className="flex items-center gap-1 px-3 pt-2">
        <h2 className="min-w-0 flex-1 truncate text-lg font-semibold">
          <Trans>Developer</Trans>
        </h2>
        <Link
          to={show === "updates" ? "/developer/updates" : "/developer"}
          search={developerSearch(chat, me)}
          aria-label={t`Show them on the developer's pages`}
          title={t`Show them on the developer's pages`}
          className={classes(buttonVariants({ variant: "plain", size: "icon" }), "text-soft")}
        >
          <Maximize2 aria-hidden className="size-4.5" />
        </Link>
        <IconButton label={t`Close`} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <nav aria-label={t`What is shown of this chat`} className="flex items-center gap-1 px-2">
        {tabs.map(({ name, label }) => (
          <Link
            key={label}
            to="."
            search={(before: object) => ({ ...before, show: name, entry: undefined })}
            replace
            data-tab
            aria-current={show === name ? "page" : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
            className="block border-b-2 border-transparent px-3 py-2 font-medium pointer-coarse:py-3 text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-accent"
          >
            {label}
          </Link>
        ))}
        {about !== undefined && (
          <Link
            to="."
            search={(before: object) => ({ ...before, about: undefined, entry: undefined })}
            className={classes(buttonVariants({ variant: "accent", size: "small" }), "ms-auto")}
          >
            <Trans>Show all</Trans>
          </Link>
        )}
      </nav>
    </header>
  );
}

function Calls({ chat, me, search: { about, entry, open } }: PartProps) {
  const { t } = useLingui();
  const { name } = useAccounts();
  const log = useLiveLog(CALLS, callFilter({ ...developerSearch(chat, me), ...messageFilter(about) }));
  useOpenOldest(log.entries, open);
  if (entry !== undefined)
    return (
      <Details>
        <CallDetails key={entry} id={entry} log={log.log} />
      </Details>
    );
  return (
    <LogList
      label={t`Calls`}
      selected={undefined}
      log={log}
      empty={<Trans>Nobody has called anything of this kind yet.</Trans>}
    >
      {(call) => <CallRow call={call} name={name} />}
    </LogList>
  );
}

function Updates({ chat, me, search: { about, entry, open } }: PartProps) {
  const { t } = useLingui();
  const { name } = useAccounts();
  const log = useLiveLog(UPDATES, updateFilter({ ...developerSearch(chat, me), ...messageFilter(about) }));
  useOpenOldest(log.entries, open);
  const selected = log.entries?.find(({ id }) => id === entry);
  if (selected)
    return (
      <Details>
        <UpdateDetails update={selected} log={log.log} />
      </Details>
    );
  return (
    <LogList
      label={t`Updates`}
      selected={undefined}
      log={log}
      empty={<Trans>Nothing of this kind has happened that a bot could be told of.</Trans>}
    >
      {(update) => <UpdateRow update={update} name={name} />}
    </LogList>
  );
}

function messageFilter(about: number | undefined): { readonly message?: number } {
  return about === undefined ? {} : { message: about };
}

function Details({ children }: { readonly children: ReactNode }) {
  return (
    <div className="safe-bottom flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      <BackToList className="-mb-3" />
      {children}
    </div>
  );
}
