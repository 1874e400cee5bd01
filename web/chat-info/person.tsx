/** The other one of a private chat: who they are, what a bot can do, and blocking them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, UserCheck } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { Row } from "../ui/row.tsx";
import { BotFacts } from "./bot-facts.tsx";
import { Face, Facts } from "./face.tsx";
import { Card } from "./panel.tsx";
import { useProfile } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function Person() {
  const { chat, peer } = useRow();
  const me = useClientState((state) => state.me?.user.id);
  const profile = useProfile(chat.id).data;
  const isBot = peer?.user.is_bot ?? false;
  const isDescribed = profile !== undefined && "commands" in profile;
  const about = isDescribed ? profile.description : profile?.about;
  const links = isDescribed ? profile.description_entities : profile?.about_entities;
  return (
    <>
      <Card>
        <Face note={isBot ? <Trans>bot</Trans> : null} />
        <Facts username={chat.username} about={about} links={links} />
      </Card>
      {profile && "commands" in profile && <BotFacts commands={profile.commands} privacy={profile.privacy} />}
      {peer && peer.user.id !== me && <BlockRow />}
    </>
  );
}

function BlockRow() {
  const { t } = useLingui();
  const { chat, peer } = useRow();
  const { chats } = useClient();
  const { run } = useChange(chat.id);
  const [asking, setAsking] = useState(false);
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
        <Row icon={<Ban aria-hidden />} danger onSelect={() => setAsking(true)}>
          <Trans>Block</Trans>
        </Row>
      )}
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Block ${name}?`}
        close={t`Cancel`}
        deed={{ label: t`Block`, onDo: () => block(true) }}
      >
        {t`You get no messages from them any more, and they get none from you.`}
      </Alert>
    </Card>
  );
}
