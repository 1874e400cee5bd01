/** The people of the service, each of whom one can be in a tab. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import type { User } from "@heliogram/shared/wire.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { Entry } from "../lists/entry.tsx";
import { SearchedList } from "../lists/searched-list.tsx";
import { PageColumn } from "./page-column.tsx";
import { hasHostNames, personAddress } from "./person-address.ts";
import { useWorld } from "./use-world.ts";

export function PeoplePage() {
  const { t } = useLingui();
  const { call, key } = useWorld();
  return (
    <PageColumn>
      <p className="text-soft">
        {hasHostNames(location.hostname) ? (
          <Trans>
            Be any of these people in a tab, without a password. Each has an address of their own, so that you can be
            several at once.
          </Trans>
        ) : (
          <Trans>
            Be any of these people, without a password. Under this address a browser can be one person at a time; open
            the service on its own machine, by the name localhost, to be several at once.
          </Trans>
        )}
      </p>
      <SearchedList
        cacheKey={key("people")}
        search={t`Search people`}
        find={async (page) => (await call("listPeople", page)).people}
        label={t`People`}
        keyOf={({ id }) => id}
        empty={<Trans>Nobody of this name.</Trans>}
      >
        {(person) => <PersonRow person={person} />}
      </SearchedList>
    </PageColumn>
  );
}

function PersonRow({ person }: { readonly person: User }) {
  const { t } = useLingui();
  const { world } = useWorld();
  const name = nameOf(person);
  return (
    <Entry
      id={person.id}
      name={name}
      username={person.username}
      facts={[<span key="id">{person.id}</span>]}
      action={
        <a
          href={personAddress(location.origin, person, world)}
          target="_blank"
          rel="noreferrer"
          aria-label={t`Open a tab as ${name}`}
          className={buttonVariants({ variant: "soft", size: "small" })}
        >
          <ExternalLink aria-hidden className="size-4 rtl:-scale-x-100" />
          <Trans>Open a tab</Trans>
        </a>
      }
    />
  );
}
