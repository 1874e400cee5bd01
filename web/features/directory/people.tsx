/** The list of all people, each with a link to their private chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { User } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { Entry } from "../lists/entry.tsx";
import { SearchedList } from "../lists/searched-list.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";

export function People() {
  const { t } = useLingui();
  const { api } = useClient();
  return (
    <SearchedList
      cacheKey={["directory", "people"]}
      search={t`Search people`}
      find={async (page) => (await api.call("listUsers", page)).users}
      label={t`People`}
      keyOf={(user) => user.id}
      empty={<Trans>Nobody of this name.</Trans>}
    >
      {(user) => <PersonRow user={user} />}
    </SearchedList>
  );
}

function PersonRow({ user }: { readonly user: User }) {
  const { t } = useLingui();
  const me = useClientState((state) => state.me?.user.id);
  const { id, username, photo } = user;
  const name = nameOf(user);
  const isMe = id === me;
  return (
    <Entry
      id={id}
      name={name}
      photo={photo}
      username={username}
      tags={
        isMe && (
          <Tag variant="accent">
            <Trans>You</Trans>
          </Tag>
        )
      }
      facts={[]}
      action={
        !isMe &&
        username !== undefined && (
          <Link
            to="/@{$username}"
            params={{ username }}
            aria-label={t`Write to ${name}`}
            className={buttonVariants({ variant: "soft", size: "small" })}
          >
            <Trans>Write</Trans>
          </Link>
        )
      }
    />
  );
}
