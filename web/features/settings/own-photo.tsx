/** The user's own photo. */
import { useLingui } from "@lingui/react/macro";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { PhotoField } from "../forms/photo-field.tsx";
import { useAction } from "../forms/use-action.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { OWN_PROFILE } from "./profile-key.ts";

export function OwnPhoto() {
  const { t } = useLingui();
  const { api, session } = useClient();
  const user = useClientState((state) => state.me?.user);
  const { busy, start } = useAction(async (photo: File | undefined) => {
    if (photo) await api.call("setProfilePhoto", { photo });
    else await api.call("deleteProfilePhoto", {});
    await session.loadSession();
  }, OWN_PROFILE);
  if (!user) return null;
  return (
    <PhotoField
      id={user.id}
      name={nameOf(user)}
      photo={user.photo}
      label={t`Your photo`}
      busy={busy}
      onChoose={start}
      onRemove={() => start(undefined)}
    />
  );
}
