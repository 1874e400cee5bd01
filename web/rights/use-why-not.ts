/** Why a person cannot do something here: the refusals of the service's one rights module, in people's words. */
import { useLingui } from "@lingui/react/macro";
import { useFormat } from "../i18n/format.ts";
import { isAdministrator } from "../model/rights.ts";
import type { GivenPermissions } from "../model/permissions.ts";
import type { ChatDetails } from "../store/state.ts";
import { useRefusalWords } from "./use-refusal-words.ts";

/** What refusals depend on that permissions can take away, and which permission that is. */
const PERMISSION_OF: Readonly<Record<string, string>> = {
  CANT_SEND_TEXT: "can_send_messages",
  CANT_SEND_PHOTOS: "can_send_photos",
  CANT_SEND_VIDEOS: "can_send_videos",
  CANT_SEND_VIDEO_NOTES: "can_send_video_notes",
  CANT_SEND_AUDIOS: "can_send_audios",
  CANT_SEND_VOICE_NOTES: "can_send_voice_notes",
  CANT_SEND_DOCUMENTS: "can_send_documents",
  CANT_SEND_POLLS: "can_send_polls",
  CANT_SEND_OTHER: "can_send_other_messages",
  CANT_ADD_PREVIEWS: "can_add_web_page_previews",
  CANT_CHANGE_INFO: "can_change_info",
  CANT_INVITE: "can_invite_users",
  CANT_PIN: "can_pin_messages",
};

/**
 * @returns the words for a refusal's name, where it comes from and when it ends; `all` is what any member of the group
 * may do, where that is known
 */
export function useWhyNot(): (reason: string, row: ChatDetails, all?: GivenPermissions) => string {
  const words = useRefusalWords();
  const cause = useCause();
  return (reason, row, all) => {
    const why = cause(reason, row, all);
    return why === undefined ? words(reason) : `${words(reason)} ${why}`;
  };
}

function useCause(): (reason: string, row: ChatDetails, all?: GivenPermissions) => string | undefined {
  const { t } = useLingui();
  const format = useFormat();
  return (reason, { chat, member }, all) => {
    const permission = PERMISSION_OF[reason];
    if (permission === undefined || member === undefined) return undefined;
    if (isAdministrator(member)) return t`Your administrator rights do not include it.`;
    if (chat.type === "channel") return undefined;
    if (member.status !== "restricted" || member[permission] !== false || all?.[permission] === false) {
      return t`This group leaves it to administrators.`;
    }
    const until = restrictedUntil(member);
    if (until === 0) return t`An administrator has restricted you, without an end.`;
    const when = format.moment(until);
    return t`An administrator has restricted you until ${when}.`;
  };
}

/** Unix seconds at which a restriction ends; 0 for one without an end, and where there is none. */
export function restrictedUntil(member: ChatDetails["member"]): number {
  const until = member?.status === "restricted" ? member["until_date"] : 0;
  return typeof until === "number" ? until : 0;
}
