/** Settings that are valid one by one, and of which one needs another that is missing. */
import type { Settings } from "../settings/settings.ts";
import { EXIT, ExitError } from "./exit-error.ts";
import { readRedis } from "./redis.ts";
import { filesFrom, mailFrom, providersFrom, tlsFrom } from "./settings-options.ts";

/**
 * Finds what would end the start of a service with these settings.
 * @param files - the files that variables with the suffix `_FILE` name, by setting
 * @throws ExitError with all reasons, one a line
 */
export function checkTogether(settings: Settings, files: Readonly<Record<string, string>>): void {
  const reasons = [
    reasonOf(() => tlsFrom(settings, files, undefined)),
    reasonOf(() => readRedis({ redis_url: settings.redis_url })),
    reasonOf(() => filesFrom(settings)),
    reasonOf(() => providersFrom(settings)),
    reasonOf(() => mailFrom(settings)),
  ].filter((each) => each !== undefined);
  if (reasons.length > 0) throw new ExitError(reasons.join("\n"), EXIT.settings);
}

function reasonOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ExitError) return error.message;
    throw error;
  }
}
