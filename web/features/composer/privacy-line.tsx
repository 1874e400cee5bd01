/** The note under the suggested commands that names the bots in privacy mode (behaviour.md §4). */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { nameOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useBots } from "./use-members.ts";

export function PrivacyLine({ row }: { readonly row: ChatDetails }) {
  const { i18n } = useLingui();
  const bots = useBots(row, true).filter(({ gets_all }) => !gets_all);
  if (bots.length === 0) return null;
  const list = new Intl.ListFormat(i18n.locale);
  const names = list.format(bots.map(({ user }) => nameOf(user)));
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
