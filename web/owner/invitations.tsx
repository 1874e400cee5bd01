/** Whether people need an invitation, and who was asked to the service, by whom, and who came. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { InvitationEntry } from "@heliogram/shared/administration.ts";
import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { InviteDialog } from "../account/invite-dialog.tsx";
import { useClient } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { useFormat } from "../i18n/format.ts";
import { nameOf } from "../model/names.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { Facts } from "./entry.tsx";
import { PagedList } from "./paged-list.tsx";
import { SignUpSwitch } from "./sign-up-switch.tsx";
import { usePages } from "./use-pages.ts";

const KEY = ["owner", "invitations"];

export function Invitations() {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const pages = usePages(
    KEY,
    "before",
    async (page) => (await api.call("listInvitations", page)).invitations,
    (invitation) => invitation.id,
  );
  const onClose = () => {
    setInviting(false);
    void queries.invalidateQueries({ queryKey: KEY });
  };
  return (
    <>
      <SignUpSwitch />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-soft">
          <Trans>An invitation lets one person sign up. Its link is shown once, when it is made.</Trans>
        </p>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-4.5" />
          <Trans>Invite somebody</Trans>
        </Button>
      </div>
      <PagedList
        label={t`Invitations`}
        pages={pages}
        keyOf={(invitation) => invitation.id}
        empty={<Trans>Nobody has been invited yet.</Trans>}
      >
        {(invitation) => <InvitationRow invitation={invitation} />}
      </PagedList>
      <InviteDialog open={inviting} onClose={onClose} />
    </>
  );
}

function InvitationRow({ invitation }: { readonly invitation: InvitationEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const format = useFormat();
  const revoke = useDeed((invitation_id: number) => api.call("revokeInvitation", { invitation_id }), KEY);
  const { id, created_by, makes_owner, created_at, expires_at, state, used_by, used_at, revoked_at } = invitation;
  const number = format.count(id);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <Trans>Invitation {number}</Trans>
          <StateTag state={state} />
          {makes_owner && (
            <Tag look="accent">
              <Trans>Makes an owner</Trans>
            </Tag>
          )}
        </p>
        <Facts
          facts={[
            created_by ? <Trans key="by">By {nameOf(created_by)}</Trans> : <Trans key="by">By the operator</Trans>,
            <Trans key="made">Made {format.moment(created_at)}</Trans>,
            state === "open" && <Trans key="until">Valid until {format.moment(expires_at)}</Trans>,
            used_at !== undefined && used_by && (
              <Trans key="used">
                Used by {nameOf(used_by)}, {format.moment(used_at)}
              </Trans>
            ),
            revoked_at !== undefined && <Trans key="revoked">Taken back {format.moment(revoked_at)}</Trans>,
          ]}
        />
      </div>
      {state === "open" && (
        <Button
          look="soft"
          size="small"
          disabled={revoke.busy}
          aria-label={t`Take back invitation ${number}`}
          onClick={() => revoke.start(id)}
        >
          <Trans>Take back</Trans>
        </Button>
      )}
    </div>
  );
}

function StateTag({ state }: Pick<InvitationEntry, "state">) {
  switch (state) {
    case "open":
      return (
        <Tag look="good">
          <Trans>Open</Trans>
        </Tag>
      );
    case "used":
      return (
        <Tag>
          <Trans>Used</Trans>
        </Tag>
      );
    case "revoked":
      return (
        <Tag look="danger">
          <Trans>Taken back</Trans>
        </Tag>
      );
    case "expired":
      return (
        <Tag>
          <Trans>Expired</Trans>
        </Tag>
      );
  }
}
