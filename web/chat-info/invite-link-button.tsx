/** Makes a link into a chat, and copies it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";

export function InviteLinkButton({ chat_id }: { readonly chat_id: number }) {
  const { t } = useLingui();
  const { api } = useClient();
  const made = useMutation({ mutationFn: () => api.call("createChatInviteLink", { chat_id }) });
  if (made.data) return <CopyField label={t`Invite link`} text={made.data.invite_link} />;
  return (
    <>
      <Button look="soft" disabled={made.isPending} onClick={() => made.mutate()}>
        <Link2 aria-hidden className="size-4" />
        <Trans>Invite by a link</Trans>
      </Button>
      {made.error && <p className="w-full text-sm text-danger">{sentenceOf(made.error)}</p>}
    </>
  );
}
