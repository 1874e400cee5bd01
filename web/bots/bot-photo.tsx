/** The picture of one of the person's own bots. */
import { useLingui } from "@lingui/react/macro";
import type { User } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { PhotoField } from "../forms/photo-field.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { nameOf } from "../model/names.ts";
import { OWN_BOTS } from "./use-own-bots.ts";

export function BotPhoto({ user }: { readonly user: User }) {
  const { t } = useLingui();
  const { api } = useClient();
  const bot_id = user.id;
  const { busy, start } = useDeed(
    (photo: File | undefined) =>
      photo ? api.call("setProfilePhoto", { bot_id, photo }) : api.call("deleteProfilePhoto", { bot_id }),
    OWN_BOTS,
  );
  return (
    <PhotoField
      id={bot_id}
      name={nameOf(user)}
      photo={user.photo}
      label={t`Photo of the bot`}
      busy={busy}
      onChoose={start}
      onRemove={() => start(undefined)}
    />
  );
}
