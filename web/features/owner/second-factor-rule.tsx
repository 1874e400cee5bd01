/** The choice of who must have a second factor. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FACTOR_DAYS, FACTOR_SCOPES, type FactorScope } from "@heliogram/shared/second-factor.ts";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { useAction } from "../forms/use-action.ts";
import { useFactorScopes } from "./factor-scopes.ts";

const KEY = ["owner", "second factor rule"];

export function SecondFactorRule() {
  const { t } = useLingui();
  const { api } = useClient();
  const format = useFormat();
  const scopes = useFactorScopes();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => api.call("getSecondFactorRule", {}) });
  const { start } = useAction(
    (required_of: FactorScope) => api.call("setSecondFactorRule", { required_of, days: FACTOR_DAYS.default }),
    KEY,
  );
  if (!data)
    return (
      <Section>
        <Skeleton className="h-24" />
      </Section>
    );
  const { required_of, due_at, people_without, owners_without } = data;
  const without = required_of === "owners" ? owners_without : people_without;
  return (
    <Section>
      <div className="flex flex-col gap-2">
        <Select
          label={t`Second factor required of`}
          value={required_of}
          onChoose={start}
          choices={FACTOR_SCOPES.map((value) => ({ value, label: scopes[value] }))}
        />
        <p className="text-sm text-soft">
          <Trans>
            Who has none sets one up at the next sign-in with the password. OpenID providers ask by themselves.
          </Trans>{" "}
          {without > 0 && <Plural value={without} one="# person has none." other="# people have none." />}{" "}
          {without > 0 && due_at !== undefined && (
            <Trans>
              Their sessions end <Time value={format.moment(due_at)} />.
            </Trans>
          )}
        </p>
      </div>
    </Section>
  );
}
