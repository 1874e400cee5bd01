/** The switch for open sign-up, and all invitations with their use. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { InvitationEntry } from "@heliogram/shared/wire.ts";
import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { InviteDialog } from "../account/invite-dialog.tsx";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { useAction } from "../forms/use-action.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useNameList } from "../../i18n/name-list.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Facts } from "../lists/entry.tsx";
import { PagedList } from "../lists/paged-list.tsx";
import { PasswordSwitch } from "./password-switch.tsx";
import { PushContentsSwitch } from "./push-contents-switch.tsx";
import { SecondFactorRule } from "./second-factor-rule.tsx";
import { SignUpSwitch } from "./sign-up-switch.tsx";
import { usePages } from "../lists/use-pages.ts";

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
    void refetchAfterChange(queries, KEY);
  };
  return (
    <>
      <SignUpSwitch />
      <PasswordSwitch />
      <SecondFactorRule />
      <PushContentsSwitch />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-soft">
          <Trans>
            An invitation lets one or more people sign up, and can lead them into chats. Its link is shown once, when it
            is made.
          </Trans>
        </p>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-4.5" />
          <Trans>Invite people</Trans>
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
  const format = useFormat();
  const { id, created_by, makes_owner, created_at, expires_at, state, revoked_at, chats, address, mailed_at } =
    invitation;
  const number = format.count(id);
  const names = useNameList();
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <Trans>Invitation {number}</Trans>
          <StateTag state={state} />
          {makes_owner && (
            <Tag variant="accent">
              <Trans>Makes an owner</Trans>
            </Tag>
          )}
        </p>
        <Facts
          facts={[
            created_by ? <Trans key="by">By {nameOf(created_by)}</Trans> : <Trans key="by">By the operator</Trans>,
            <Trans key="made">
              Made <Time value={format.moment(created_at)} />
            </Trans>,
            state === "open" && (
              <Trans key="until">
                Valid until <Time value={format.moment(expires_at)} />
              </Trans>
            ),
            address !== undefined && mailed_at !== undefined && (
              <Trans key="mailed">
                Mailed to <bdi className="break-all">{address}</bdi>, <Time value={format.moment(mailed_at)} />
              </Trans>
            ),
            ...useFacts(invitation),
            chats.length > 0 && <Trans key="chats">Into {names(chats.map(({ title }) => title))}</Trans>,
            revoked_at !== undefined && (
              <Trans key="revoked">
                Taken back <Time value={format.moment(revoked_at)} />
              </Trans>
            ),
          ]}
        />
      </div>
      {state === "open" && <RowButtons id={id} isMailed={address !== undefined} />}
    </div>
  );
}

/** What can be done with an open invitation. */
function RowButtons({ id, isMailed }: { readonly id: number; readonly isMailed: boolean }) {
  const { t } = useLingui();
  const { api } = useClient();
  const number = useFormat().count(id);
  const showToast = useToast();
  const revoke = useAction((invitation_id: number) => api.call("revokeInvitation", { invitation_id }), KEY);
  const again = useAction(async (invitation_id: number) => {
    await api.call("mailInvitation", { invitation_id });
    showToast(t`The invitation is mailed again.`);
  }, KEY);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {isMailed && (
        <Button
          variant="soft"
          size="small"
          disabled={again.busy}
          aria-label={t`Send again: invitation ${number}`}
          onClick={() => again.start(id)}
        >
          <Trans>Send again</Trans>
        </Button>
      )}
      <Button
        variant="soft"
        size="small"
        disabled={revoke.busy}
        aria-label={t`Take back invitation ${number}`}
        onClick={() => revoke.start(id)}
      >
        <Trans>Take back</Trans>
      </Button>
    </div>
  );
}

/** How often the invitation was used, and by whom. */
function useFacts({ max_uses, use_count, uses }: InvitationEntry): ReactNode[] {
  const format = useFormat();
  const names = useNameList();
  const [latest] = uses;
  if (!latest)
    return max_uses > 1 ? [<Plural key="for" value={max_uses} one="For # person" other="For # people" />] : [];
  if (max_uses === 1)
    return [
      <Trans key="used">
        Used by {nameOf(latest.user)}, <Time value={format.moment(latest.used_at)} />
      </Trans>,
    ];
  return [
    <Trans key="count">
      Used {format.count(use_count)} of {format.count(max_uses)} times
    </Trans>,
    <Trans key="used">Used by {names(uses.map(({ user }) => nameOf(user)))}</Trans>,
  ];
}

function StateTag({ state }: Pick<InvitationEntry, "state">) {
  switch (state) {
    case "open":
      return (
        <Tag variant="good">
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
        <Tag variant="danger">
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
