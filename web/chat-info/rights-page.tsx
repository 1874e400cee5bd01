/** An administrator's rights, every one a switch, with anonymity and the title. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { holds, rightsIn, rightsLost, rightsToAsk, startingRights, type RightName } from "../model/rights.ts";
import { useRightLabels } from "../rights/use-labels.ts";
import { useRefusalWords } from "../rights/use-refusal-words.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useMember, type MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { TitleField } from "./title-field.tsx";
import { useChange } from "./use-change.ts";
import { useLeavePage } from "./use-leave-page.ts";
import { useMemberDeeds } from "./use-member-deeds.ts";

export function RightsPage() {
  const { t } = useLingui();
  const { chat } = useRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId).data;
  if (member) return <RightsForm key={JSON.stringify(member)} member={member} />;
  return (
    <Panel title={t`Rights`} above="administrators">
      <Skeleton className="h-96 rounded-2xl" />
    </Panel>
  );
}

function RightsForm({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { chat, member: me } = useRow();
  const words = useRefusalWords();
  const { whyNot } = useMemberDeeds(member);
  const [chosen, setChosen] = useState(() => startingRights(member, me, chat.type));
  const [anonymous, setAnonymous] = useState(member["is_anonymous"] === true);
  const [title, setTitle] = useState(titleOfMember(member));
  const { busy, save } = useSaving(member, { chosen, anonymous, title });
  const name = nameOf(member.user);
  const refused = whyNot("promote");
  // Who is about to become an administrator can have a title as soon as they are one.
  const noTitle = member.can.set_title === "NOT_AN_ADMINISTRATOR" ? refused : whyNot("set_title");
  const mayHide = me?.status === "creator" || me?.["is_anonymous"] === true;
  return (
    <Panel
      title={t`Rights of ${name}`}
      above="administrators"
      foot={
        <div className="flex">
          <SaveButton reason={refused && noTitle ? refused : undefined} busy={busy} onClick={save} />
        </div>
      }
    >
      {refused !== undefined && member.status !== "creator" && <Hint>{refused}</Hint>}
      {refused === undefined && rightsLost(member, me) && (
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
                onChange={(on) => setChosen((held) => withRight(held, right, on))}
                reason={refused ?? (holds(me, right) ? undefined : words("CANT_GRANT_RIGHTS"))}
              />
            ))}
            <Switch
              label={<Trans>Stay anonymous: they speak as the chat itself</Trans>}
              checked={anonymous}
              onChange={setAnonymous}
              reason={refused ?? (mayHide ? undefined : words("CANT_GRANT_RIGHTS"))}
            />
          </Switches>{" "}
        </Card>
      )}
    </Panel>
  );
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

function withRight(held: ReadonlySet<RightName>, right: RightName, on: boolean): Set<RightName> {
  const next = new Set(held);
  if (on) next.add(right);
  else next.delete(right);
  return next;
}

interface Wanted {
  readonly chosen: ReadonlySet<RightName>;
  readonly anonymous: boolean;
  readonly title: string;
}

/** First the rights, then the title: only an administrator can have one. */
function useSaving(member: MemberView, { chosen, anonymous, title }: Wanted) {
  const { chat, member: me } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const leave = useLeavePage();
  const upon = { chat_id: chat.id, user_id: member.user.id };
  const custom_title = title.trim();
  const save = async () => {
    const done = await run(async () => {
      if (member.can.promote === null) {
        const rights = rightsToAsk(chosen, member, me);
        await api.call("promoteChatMember", { ...upon, ...rights, is_anonymous: anonymous });
      }
      if (custom_title !== titleOfMember(member)) {
        await api.call("setChatAdministratorCustomTitle", { ...upon, custom_title });
      }
    });
    if (done) leave();
  };
  return { busy, save: () => void save() };
}
