/** The labels of permissions and administrator rights. */
import { useLingui } from "@lingui/react/macro";
import { useClientState } from "../../core/client/context.tsx";
import { SWITCHES, type SwitchPermission } from "../../core/model/rights/member-permissions.ts";
import type { RightName } from "../../core/model/rights/administrator-rights.ts";

export function usePermissionLabels(): Readonly<Record<SwitchPermission, string>> {
  const { t } = useLingui();
  return {
    can_send_messages: t`Send messages`,
    can_send_media_messages: t`Send photos, videos and files`,
    can_send_other_messages: t`Send animations and dice`,
    can_add_web_page_previews: t`Add previews of links`,
    can_react_to_messages: t`React to messages`,
    can_change_info: t`Change the chat's name and photo`,
    can_invite_users: t`Add members`,
    can_pin_messages: t`Pin messages`,
    can_manage_topics: t`Create topics`,
  };
}

/** The permissions that have a switch. That of previews of links means nothing where the service makes none. */
export function useSwitches(): readonly SwitchPermission[] {
  const hasPreviews = useClientState((state) => state.me?.link_previews === true);
  return hasPreviews ? SWITCHES : SWITCHES.filter((permission) => permission !== "can_add_web_page_previews");
}

export function useRightLabels(): Readonly<Record<RightName, string>> {
  const { t } = useLingui();
  return {
    can_manage_chat: t`Administer the chat`,
    can_change_info: t`Change the chat's name and photo`,
    can_post_messages: t`Post messages`,
    can_edit_messages: t`Edit messages of others`,
    can_delete_messages: t`Delete messages of others`,
    can_restrict_members: t`Restrict and ban members`,
    can_invite_users: t`Add members`,
    can_pin_messages: t`Pin messages`,
    can_manage_topics: t`Manage topics`,
    can_promote_members: t`Add administrators`,
  };
}
