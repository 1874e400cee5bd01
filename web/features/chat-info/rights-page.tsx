/** The page for an administrator's rights, anonymity and title. */
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import {
  hasRight,
  rightsIn,
  losesRights,
  rightsToRequest,
  initialRights,
  type RightName,
} from "../../core/model/rights/administrator-rights.ts";
import { useRightLabels } from "../rights/use-labels.ts";
import { useRightsRefusalText } from "../rights/use-rights-refusal-text.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useMember, type MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { TitleField } from "./title-field.tsx";
import { useChatAction } from "./use-chat-action.ts";
import { useLeavePage } from "./use-leave-page.ts";
import { useMemberActions } from "./use-member-actions.ts";

export function RightsPage() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId).data;
  if (member) return <RightsForm key={JSON.stringify(member)} member={member} />;
  return (
    <Panel title={t`Rights`} parent="administrators">
      <Skeleton className="h-96 rounded-2xl" />
    </Panel>
  );
}

function RightsForm({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { chat, member: me } = useChatRow();
  const refusalText = useRightsRefusalText();
  const { disabledReason } = useMemberActions(member);
  const [chosen, setChosen] = useState(() => initialRights(member, me, chat.type));
  const [anonymous, setAnonymous] = useState(() => startsAnonymous(member, me));
  const [title, setTitle] = useState(titleOfMember(member));
  const { busy, save } = useSaveRights(member, { chosen, anonymous, title });
  const name = nameOf(member.user);
  const refusal = disabledReason("promote");
  // Someone who is about to become an administrator can get a title in the same step.
  const noTitle = member.can.set_title === "NOT_AN_ADMINISTRATOR" ? refusal : disabledReason("set_title");
  const mayHide = canHide(me);
  return (
    <Panel
      title={t`Rights of ${name}`}
      parent="administrators"
      footer={
        <div className="flex">
          <SaveButton reason={refusal && noTitle ? refusal : undefined} busy={busy} onClick={save} />
        </div>
      }
    >
      {refusal !== undefined && member.status !== "creator" && <Hint>{refusal}</Hint>}
      {refusal === undefined && losesRights(member, me) && (
        <Hint>
          <Trans>{name} has rights that you do not have yourself. Saving takes them away.</Trans>
        </Hint>
      )}
      {chat.type === "supergroup" && <TitleField value={title} onChange={setTitle} reason={noTitle} />}
      {member.status !== "creator" && (
        <Card title={<Trans>What may they do?</Trans>}>
          <Switches>
            {rightsIn(chat.type).map((right) => (
              <RightSwitch
                key={right}
                right={right}
                checked={chosen.has(right) || right === "can_manage_chat"}
                onChange={(on) => setChosen((previous) => withRight(previous, right, on))}
                reason={refusal ?? (hasRight(me, right) ? undefined : refusalText("CANT_GRANT_RIGHTS"))}
              />
            ))}
            <Switch
              label={<Trans>Stay anonymous: they speak as the chat itself</Trans>}
              checked={anonymous}
              onChange={setAnonymous}
              reason={refusal ?? (mayHide ? undefined : refusalText("CANT_GRANT_RIGHTS"))}
            />
          </Switches>{" "}
        </Card>
      )}
    </Panel>
  );
}

function canHide(me: ChatMember | undefined): boolean {
  return me?.status === "creator" || me?.is_anonymous === true;
}

/** As it is, or as the bot suggests where that can be granted. */
function startsAnonymous(member: MemberView, me: ChatMember | undefined): boolean {
  return member.is_anonymous === true || (canHide(me) && member.suggested_rights?.is_anonymous === true);
}

interface RightSwitchProps {
  readonly right: RightName;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly reason: string | undefined;
}

function RightSwitch({ right, checked, onChange, reason }: RightSwitchProps) {
  const { t } = useLingui();
  const labels = useRightLabels();
  const always = right === "can_manage_chat" ? t`Every administrator can do this.` : undefined;
  return <Switch label={labels[right]} checked={checked} onChange={onChange} reason={reason ?? always} />;
}

function titleOfMember(member: MemberView): string {
  return typeof member["custom_title"] === "string" ? member["custom_title"] : "";
}

function withRight(previous: ReadonlySet<RightName>, right: RightName, on: boolean): Set<RightName> {
  const next = new Set(previous);
  if (on) next.add(right);
  else next.delete(right);
  return next;
}

interface RightsChange {
  readonly chosen: ReadonlySet<RightName>;
  readonly anonymous: boolean;
  readonly title: string;
}

/** Saves the rights before the title, because only an administrator can have a title. */
function useSaveRights(member: MemberView, { chosen, anonymous, title }: RightsChange) {
  const { chat, member: me } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const leave = useLeavePage();
  const target = { chat_id: chat.id, user_id: member.user.id };
  const custom_title = title.trim();
  const save = async () => {
    const done = await run(async () => {
      if (member.can.promote === null) {
        const rights = rightsToRequest(chosen, member, me);
        await api.call("promoteChatMember", { ...target, ...rights, is_anonymous: anonymous });
      }
      if (custom_title !== titleOfMember(member)) {
        await api.call("setChatAdministratorCustomTitle", { ...target, custom_title });
      }
    });
    if (done) leave();
  };
  return { busy, save: () => void save() };
}
