/** All people who have an account on the service. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { PersonEntry } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { SuspendedTag, Tag } from "../../ui/display/tag.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Entry } from "../lists/entry.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SearchedList } from "../lists/searched-list.tsx";

export function People() {
  const { t } = useLingui();
  const { api } = useClient();
  const [without_second_factor, setWithoutSecondFactor] = useState(false);
  return (
    <SearchedList
      cacheKey={["owner", "people", without_second_factor]}
      search={t`Search people`}
      filter={
        <Checkbox checked={without_second_factor} onChange={setWithoutSecondFactor}>
          <Trans>Only people with a password and no second factor</Trans>
        </Checkbox>
      }
      find={async (page) => (await api.call("listPeople", { ...page, without_second_factor })).people}
      label={t`People`}
      keyOf={(person) => person.user.id}
      none={without_second_factor ? <Trans>Everybody with a password has a second factor.</Trans> : undefined}
      empty={<Trans>Nobody of this name.</Trans>}
    >
      {(person) => <PersonRow person={person} />}
    </SearchedList>
  );
}

function PersonRow({ person }: { readonly person: PersonEntry }) {
  const format = useFormat();
  const { user, is_owner, created_at, suspended_at, seen_at, session_count, has_second_factor } = person;
  return (
    <Entry
      id={user.id}
      name={nameOf(user)}
      photo={user.photo}
      username={user.username}
      tags={
        <>
          {is_owner && (
            <Tag variant="accent">
              <Trans>Owner</Trans>
            </Tag>
          )}
          {suspended_at !== undefined && <SuspendedTag />}
        </>
      }
      facts={[
        <Trans key="joined">
          Joined <Time value={format.date(created_at)} />
        </Trans>,
        seen_at === undefined ? (
          <Trans key="seen">Never seen</Trans>
        ) : (
          <Trans key="seen">
            Seen <Time value={format.moment(seen_at)} />
          </Trans>
        ),
        has_second_factor === true && <Trans key="factor">With a second factor</Trans>,
        <Plural key="sessions" value={session_count} one="# session" other="# sessions" />,
      ]}
      action={<PersonMenu person={person} />}
    />
  );
}
