/** Why a sign-in with an OpenID provider was refused, in words. */
import { useLingui } from "@lingui/react/macro";
import { PROVIDER_FAULTS, type ProviderFault } from "@heliogram/shared/provider-faults.ts";

export function useProviderFaults(): Readonly<Record<ProviderFault, string>> {
  const { t } = useLingui();
  return {
    expired: t`This sign-in took too long, or began in another browser or tab. Try again.`,
    used: t`This sign-in was used already. Try again.`,
    mixed_up: t`The answer came from another provider than the one that was asked. Try again.`,
    other_session: t`You have signed out since, or as somebody else. Try again.`,
    unavailable: t`The provider does not answer. Try again later.`,
    denied: t`The provider has not let you in.`,
    provider_error: t`The provider reports an error. Try again, or ask whoever runs this service.`,
    bad_answer: t`The answer of the provider cannot be used. Ask whoever runs this service.`,
    clock: t`The clocks of the provider and of this service differ too much. Ask whoever runs this service.`,
    no_email: t`The provider does not name your mail address, which is needed for an account here.`,
    unverified_email: t`The provider has not verified your mail address, which is needed for an account here.`,
    domain: t`People with a mail address of your domain get no account here.`,
    no_domain: t`The provider does not say that you belong to an organization, which is needed for an account here.`,
    group: t`You are in none of the groups that get an account here.`,
    groups_unknown: t`You are in more groups than the provider names, so this service cannot see whether you get an account here. Ask whoever runs it.`,
    no_account: t`You have no account here that is connected to this provider.`,
    suspended: t`This account is suspended.`,
    erased: t`This account was erased.`,
    taken: t`This account at the provider is connected to somebody else here.`,
    too_many: t`There were too many sign-ins at once. Wait a little, and try again.`,
  };
}

/** Reads the code in an address. */
export function readFault(value: unknown): ProviderFault | undefined {
  return PROVIDER_FAULTS.find((each) => each === value);
}
