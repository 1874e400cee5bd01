/** The photo of one of the user's own bots. */
import { useLingui } from "@lingui/react/macro";
import type { User } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { PhotoField } from "../forms/photo-field.tsx";
import { useAction } from "../forms/use-action.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { OWN_BOTS } from "./use-own-bots.ts";

export function BotPhoto({ user }: { readonly user: User }) {
  const { t } = useLingui();
  const { api } = useClient();
  const bot_id = user.id;
  const { busy, start } = useAction(
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
