/** The line below a member's name: the end of a ban or restriction, else the user name. */
import { Trans } from "@lingui/react/macro";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";

export function MemberStatus({ member }: { readonly member: ChatMember }) {
  const format = useFormat();
  const { user, status } = member;
  const until = typeof member["until_date"] === "number" ? member["until_date"] : 0;
  const when = <Time value={format.moment(until)} />;
  if (status === "kicked")
    return until === 0 ? <Trans>banned without an end</Trans> : <Trans>banned until {when}</Trans>;
  if (status === "restricted")
    return until === 0 ? <Trans>restricted without an end</Trans> : <Trans>restricted until {when}</Trans>;
  if (status === "left") return <Trans>not in the chat</Trans>;
  if (user.is_bot) return <Trans>bot</Trans>;
  return user.username === undefined ? <Trans>member</Trans> : `@${user.username}`;
}
