/** Why the user cannot do something in a chat: the refusals of the rights module as sentences. */
import { useLingui } from "@lingui/react/macro";
import { MEDIA_PERMISSIONS, mediaRefusal, type Permission } from "@heliogram/shared/permissions.ts";
import { useFormat } from "../../i18n/format.ts";
import { isAdministrator } from "../../core/model/rights/administrator-rights.ts";
import type { RawPermissions } from "../../core/model/rights/member-permissions.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useRightsRefusalText } from "./use-rights-refusal-text.ts";

/** The permission behind each refusal that a permission can cause. */
const PERMISSION_OF: Readonly<Record<string, Permission>> = {
  CANT_SEND_TEXT: "can_send_messages",
  ...Object.fromEntries(MEDIA_PERMISSIONS.map((name) => [mediaRefusal(name), name])),
  CANT_SEND_POLLS: "can_send_polls",
  CANT_SEND_OTHER: "can_send_other_messages",
  CANT_ADD_PREVIEWS: "can_add_web_page_previews",
  CANT_REACT: "can_react_to_messages",
  CANT_CHANGE_INFO: "can_change_info",
  CANT_INVITE: "can_invite_users",
  CANT_PIN: "can_pin_messages",
  CANT_CREATE_TOPICS: "can_manage_topics",
};

/**
 * @returns a function from the name of a refusal to a sentence that also says who denied the permission, and until
 * when. `groupPermissions` are the default permissions of the group, if they are known.
 */
export function useDisabledReason(): (reason: string, row: ChatDetails, groupPermissions?: RawPermissions) => string {
  const refusalText = useRightsRefusalText();
  const causeOf = useRefusalCause();
  return (reason, row, groupPermissions) => {
    const cause = causeOf(reason, row, groupPermissions);
    return cause === undefined ? refusalText(reason) : `${refusalText(reason)} ${cause}`;
  };
}

function useRefusalCause(): (
  reason: string,
  row: ChatDetails,
  groupPermissions?: RawPermissions,
) => string | undefined {
  const { t } = useLingui();
  const format = useFormat();
  return (reason, { chat, member }, groupPermissions) => {
    const permission = PERMISSION_OF[reason];
    if (permission === undefined || member === undefined) return undefined;
    if (isAdministrator(member)) return t`Your administrator rights do not include it.`;
    if (chat.type === "channel") return undefined;
    if (member.status !== "restricted" || member[permission] !== false || groupPermissions?.[permission] === false) {
      return t`This group leaves it to administrators.`;
    }
    const until = restrictedUntil(member);
    if (until === 0) return t`An administrator has restricted you, without an end.`;
    const when = format.moment(until).text;
    return t`An administrator has restricted you until ${when}.`;
  };
}

/** The end of a member's restriction in Unix seconds; 0 if it has no end, or if there is no restriction. */
export function restrictedUntil(member: ChatDetails["member"]): number {
  const until = member?.status === "restricted" ? member["until_date"] : 0;
  return typeof until === "number" ? until : 0;
}
