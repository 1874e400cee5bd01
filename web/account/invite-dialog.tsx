/** The owner's way to let one more person sign up: a link that works once. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSentence } from "../rights/use-sentence.ts";
import { useClient } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { CopyField } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Invite somebody`}>
      <div className="flex flex-col gap-3 px-5 pb-5">{open && <FreshLink />}</div>
    </Dialog>
  );
}

function FreshLink() {
  const { t } = useLingui();
  const sentence = useSentence();
  const { api } = useClient();
  const id = useId();
  const format = useFormat();
  const made = useQuery({
    queryKey: ["invitation", id],
    queryFn: () => api.call("createInvitation", {}),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (made.error) return <p className="text-danger">{sentence(made.error)}</p>;
  if (!made.data) return <Skeleton className="h-11" />;
  const { link, expires_at } = made.data;
  return (
    <>
      <p className="text-soft">
        <Trans>One person can sign up with this link, until {format.full(expires_at)}.</Trans>
      </p>
      <CopyField label={t`Invitation link`} text={link} />
    </>
  );
}
