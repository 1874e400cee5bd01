/** Settings that are valid, and still not what an operator wants. */
import type { Settings } from "../../settings/settings.ts";
import { filesFrom } from "../settings-options.ts";
import { orOk, warning, type Finding } from "./finding.ts";

const LOOPBACK = /^(?:localhost|127\.|\[?::1)/;
const EVERYWHERE = /^(?:0\.0\.0\.0|\[::\]|::)/;

/** @throws ExitError if the bucket lacks its keys */
export function checkChoices(settings: Settings): readonly Finding[] {
  filesFrom(settings);
  const { host, metrics, metrics_address, rate_limits, redis_url, database, public_url } = settings;
  const found: Finding[] = [];
  const warn = (message: string, advice: string) => found.push(warning("settings", message, advice));
  if (metrics && !LOOPBACK.test(host))
    warn(
      "/metrics is served to everybody who reaches the service",
      "name a second listener in HELIOGRAM_METRICS_ADDRESS, and turn HELIOGRAM_METRICS off",
    );
  if (metrics_address !== undefined && EVERYWHERE.test(metrics_address))
    warn(
      "the second listener is open on every address of this machine",
      "name an address in HELIOGRAM_METRICS_ADDRESS that only your monitoring can reach",
    );
  if (rate_limits === "off")
    warn("nothing limits how often passwords are guessed and bots call", "unset HELIOGRAM_RATE_LIMITS");
  if (redis_url !== undefined && !database.startsWith("postgres"))
    warn(
      "HELIOGRAM_REDIS_URL is not used: it is for several nodes, which need PostgreSQL",
      "unset it, or name a PostgreSQL database",
    );
  if (public_url?.startsWith("http:") && !LOOPBACK.test(new URL(public_url).hostname))
    warn(
      "people sign in over plain http, where others can read passwords",
      "put the service behind a proxy with TLS, and name its https address in HELIOGRAM_PUBLIC_URL",
    );
  return orOk("settings", found, "the settings are valid");
}
