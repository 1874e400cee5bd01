/** The actions on a member and why each is not possible, for the member's menu and page. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { useRightsRefusalText } from "../rights/use-rights-refusal-text.ts";
import type { MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

type MemberActionName = keyof MemberView["can"];

export interface MemberActions {
  readonly busy: boolean;
  readonly disabledReason: (action: MemberActionName) => string | undefined;
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

export function useMemberActions(member: MemberView): MemberActions {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const refusalText = useRightsRefusalText();
  const { busy, run } = useChatAction(chat.id);
  const { user, can } = member;
  const name = nameOf(user);
  const target = { chat_id: chat.id, user_id: user.id };
  return {
    busy,
    disabledReason(action) {
      const refusal = can[action];
      return refusal === null ? undefined : refusalText(refusal);
    },
    message: () =>
      void run(async () => {
        const chatId = await chats.openChat(user.id);
        await navigate({ to: "/chat/$chatId", params: { chatId } });
      }),
    demote: () => void run(() => api.call("promoteChatMember", target), t`${name} is no administrator any more`),
    unban: () =>
      void run(() => api.call("unbanChatMember", { ...target, only_if_banned: true }), t`${name} can come back`),
    transfer: () => void run(() => api.call("transferOwnership", target), t`The chat belongs to ${name} now`),
    goTo: (page) => void navigate({ to: PAGES[page], params: { chatId: chat.id, userId: user.id } }),
  };
}
