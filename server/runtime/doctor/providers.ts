/** The OpenID providers: whether they answer, and whether their clock agrees with that of this machine. */
import type { ProviderOptions } from "../../oidc/provider.ts";
import type { Settings } from "../../settings/settings.ts";
import { reasonOf } from "../exit-error.ts";
import { providerClock } from "../providers.ts";
import { providersFrom } from "../settings-options.ts";
import { clock } from "../system.ts";
import { ok, problem, warning, type Finding } from "./finding.ts";

/** Differences that are worth knowing. Beyond a minute, tokens are refused. */
const SKEW_S = 10;
const CHECK = "sign-in providers";

/** @throws ExitError if a secret cannot be read */
export async function checkProviders(settings: Settings): Promise<readonly Finding[]> {
  const providers = providersFrom(settings);
  const rules = { allow: settings.webhook_allow, allow_everything: false };
  const found = await Promise.all(providers.map((each) => checkProvider(each, rules)));
  return found.flat();
}

async function checkProvider(
  provider: ProviderOptions,
  rules: { readonly allow: readonly string[]; readonly allow_everything: boolean },
): Promise<readonly Finding[]> {
  const { CLOCK_TOLERANCE_S, ProviderClient } = await import("../../oidc/provider-client.ts");
  const { id, issuer } = provider;
  const client = new ProviderClient(provider, providerClock(clock), { clock, rules });
  try {
    const { jwks_uri, code_challenge_methods_supported: methods } = await client.metadata();
    if (jwks_uri === undefined)
      return [problem(CHECK, `${id} names no keys (jwks_uri)`, "see that the issuer is right")];
    const { status, headers } = await client.fetch(jwks_uri);
    if (status !== 200) return [problem(CHECK, `the keys of ${id} are answered with ${status}`, "see that it runs")];
    const found = [ok(CHECK, `${id} answers at ${issuer}`)];
    const theirs_s = Date.parse(headers.get("date") ?? "") / 1000;
    const skew_s = Math.abs(theirs_s - clock.now() / 1000);
    const skewed = `the clocks of ${id} and of this machine differ by ${Math.round(skew_s)} seconds`;
    if (skew_s > CLOCK_TOLERANCE_S) found.push(problem(CHECK, `${skewed}: its tokens are refused`, "let NTP set both"));
    else if (skew_s > SKEW_S) found.push(warning(CHECK, skewed, "let NTP set both clocks"));
    if (methods && !methods.includes("S256"))
      found.push(warning(CHECK, `${id} does not say that it knows PKCE with S256`, "see its settings of the client"));
    return found;
  } catch (error) {
    const advice = "see that the issuer is right, that this machine reaches it, and that its certificate is known";
    return [problem(CHECK, `${id} does not answer at ${issuer}: ${reasonOf(error)}`, advice)];
  } finally {
    client.close();
  }
}
