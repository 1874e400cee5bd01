/** Everybody who has an account. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { PersonEntry } from "@heliogram/shared/administration.ts";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { nameOf } from "../model/names.ts";
import { SuspendedTag, Tag } from "../ui/tag.tsx";
import { Entry } from "./entry.tsx";
import { PagedList } from "./paged-list.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SearchField } from "./search-field.tsx";
import { usePages } from "./use-pages.ts";

export function People() {
  const { t } = useLingui();
  const { api } = useClient();
  const [query, setQuery] = useState("");
  const pages = usePages(
    ["owner", "people", query],
    "after",
    async (page) => (await api.call("listPeople", { query, ...page })).people,
    (person) => person.user.id,
  );
  return (
    <>
      <SearchField label={t`Search people`} onSearch={setQuery} />
      <PagedList
        label={t`People`}
        pages={pages}
        keyOf={(person) => person.user.id}
        empty={<Trans>Nobody of this name.</Trans>}
      >
        {(person) => <PersonRow person={person} />}
      </PagedList>
    </>
  );
}

function PersonRow({ person }: { readonly person: PersonEntry }) {
  const format = useFormat();
  const { user, is_owner, created_at, suspended_at, seen_at, session_count } = person;
  return (
    <Entry
      id={user.id}
      name={nameOf(user)}
      photo={user.photo}
      username={user.username}
      tags={
        <>
          {is_owner && (
            <Tag look="accent">
              <Trans>Owner</Trans>
            </Tag>
          )}
          {suspended_at !== undefined && <SuspendedTag />}
        </>
      }
      facts={[
        <Trans key="joined">Joined {format.date(created_at)}</Trans>,
        seen_at === undefined ? (
          <Trans key="seen">Never seen</Trans>
        ) : (
          <Trans key="seen">Seen {format.moment(seen_at)}</Trans>
        ),
        <Plural key="sessions" value={session_count} one="# session" other="# sessions" />,
      ]}
      action={<PersonMenu person={person} />}
    />
  );
}
