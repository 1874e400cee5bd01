/** The line below a member's name: the end of a ban or restriction, else the user name. */
import { useLingui } from "@lingui/react/macro";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";

export function useMemberStatusText(): (member: ChatMember) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (member) => {
    const { user, status } = member;
    const until = typeof member["until_date"] === "number" ? member["until_date"] : 0;
    const when = format.moment(until);
    if (status === "kicked") return until === 0 ? t`banned without an end` : t`banned until ${when}`;
    if (status === "restricted") return until === 0 ? t`restricted without an end` : t`restricted until ${when}`;
    if (status === "left") return t`not in the chat`;
    if (user.is_bot) return t`bot`;
    return user.username === undefined ? t`member` : `@${user.username}`;
  };
}
