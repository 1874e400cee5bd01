/** What can be done to a member, with the words for why not: the same for menus and for their page. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { useRefusalWords } from "../rights/use-refusal-words.ts";
import type { MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

type DeedName = keyof MemberView["can"];

export interface MemberDeeds {
  readonly busy: boolean;
  readonly whyNot: (deed: DeedName) => string | undefined;
  readonly message: () => void;
  readonly demote: () => void;
  readonly unban: () => void;
  readonly transfer: () => void;
  readonly goTo: (page: "rights" | "restrict") => void;
}

const PAGES = {
  rights: "/chat/$chatId/info/member/$userId/rights",
  restrict: "/chat/$chatId/info/member/$userId/restrict",
} as const;

export function useMemberDeeds(member: MemberView): MemberDeeds {
  const { t } = useLingui();
  const { chat } = useRow();
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const words = useRefusalWords();
  const { busy, run } = useChange(chat.id);
  const { user, can } = member;
  const name = nameOf(user);
  const upon = { chat_id: chat.id, user_id: user.id };
  return {
    busy,
    whyNot(deed) {
      const refusal = can[deed];
      return refusal === null ? undefined : words(refusal);
    },
    message: () =>
      void run(async () => {
        const chatId = await chats.openChat(user.id);
        await navigate({ to: "/chat/$chatId", params: { chatId } });
      }),
    demote: () => void run(() => api.call("promoteChatMember", upon), t`${name} is no administrator any more`),
    unban: () =>
      void run(() => api.call("unbanChatMember", { ...upon, only_if_banned: true }), t`${name} can come back`),
    transfer: () => void run(() => api.call("transferOwnership", upon), t`The chat belongs to ${name} now`),
    goTo: (page) => void navigate({ to: PAGES[page], params: { chatId: chat.id, userId: user.id } }),
  };
}
