/** The panel of a private chat: the other person or bot, and blocking them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, UserCheck } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Row } from "../../ui/layout/row.tsx";
import { BotFacts } from "./bot-facts.tsx";
import { ChatProfile, ProfileFacts } from "./chat-profile.tsx";
import { Card } from "./panel.tsx";
import { useProfile } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function Person() {
  const { chat, peer } = useChatRow();
  const me = useClientState((state) => state.me?.user.id);
  const profile = useProfile(chat.id).data;
  const isBot = peer?.user.is_bot ?? false;
  const isDescribed = profile !== undefined && "commands" in profile;
  // A bot without a short description shows the long one.
  const isShort = !isDescribed || profile.about !== "";
  const about = isShort ? profile?.about : profile.description;
  const links = isShort ? profile?.about_entities : profile.description_entities;
  return (
    <>
      <Card>
        <ChatProfile
          name={profile && isBot ? nameOf(profile.user) : undefined}
          note={isBot ? <Trans>bot</Trans> : null}
        />
        <ProfileFacts username={chat.username} about={about} links={links} />
      </Card>
      {profile && "commands" in profile && <BotFacts commands={profile.commands} privacy={profile.privacy} />}
      {peer && peer.user.id !== me && <BlockRow />}
    </>
  );
}

function BlockRow() {
  const { t } = useLingui();
  const { chat, peer } = useChatRow();
  const { chats } = useClient();
  const { run } = useChatAction(chat.id);
  const [confirming, setConfirming] = useState(false);
  const user_id = peer!.user.id;
  const name = nameOf(peer!.user);
  const block = (blocked: boolean) => void run(() => chats.block(user_id, blocked));
  return (
    <Card>
      {peer!.status === "kicked" ? (
        <Row icon={<UserCheck aria-hidden />} onSelect={() => block(false)}>
          <Trans>Unblock</Trans>
        </Row>
      ) : (
        <Row icon={<Ban aria-hidden />} danger onSelect={() => setConfirming(true)}>
          <Trans>Block</Trans>
        </Row>
      )}
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Block ${name}?`}
        close={t`Cancel`}
        action={{ label: t`Block`, onDo: () => block(true) }}
      >
        {t`You get no messages from them any more, and they get none from you.`}
      </Alert>
    </Card>
  );
}
