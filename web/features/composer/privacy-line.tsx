/** The note under the suggested commands that names the bots in privacy mode (behaviour.md §4). */
import { Plural, Trans } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { nameOf } from "../../core/model/people/names.ts";
import { useNameList } from "../../i18n/name-list.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useBots } from "./use-members.ts";

export function PrivacyLine({ row }: { readonly row: ChatDetails }) {
  const nameList = useNameList();
  const bots = useBots(row, true).filter(({ gets_all }) => !gets_all);
  if (bots.length === 0) return null;
  const names = nameList(bots.map(({ user }) => nameOf(user)));
  return (
    <p className="flex items-center gap-2 border-t border-line px-3 py-2 text-xs text-soft">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0">
        <Plural
          value={bots.length}
          one={<Trans>{names} sees only commands, mentions and replies to it.</Trans>}
          other={<Trans>{names} see only commands, mentions and replies to them.</Trans>}
        />
      </span>
    </p>
  );
}
