/** What the inspection of a store means for an operator. */
import type { Settings } from "../../settings/settings.ts";
import type { StoreReport, WaitingMails } from "../../store/inspect/report.ts";
import { orOk, problem, warning, type Finding } from "./finding.ts";

/** Differences of clocks that are worth knowing, and that keep things from working. */
const SKEW_MS = 2000;
const MUCH_SKEW_MS = 60_000;
const HOUR_S = 3600;
const LONG_WAIT_MIN = 15;

export function checkStore({ database }: Settings, report: StoreReport): readonly Finding[] {
  const { damage, schema, known_schema, missing_indexes, server, bloat } = report;
  const found: Finding[] = [
    ...damage.map((each) =>
      problem("store", each, 'stop the service, run "heliogram store check", and restore a backup'),
    ),
    ...server.map(({ message, advice }) => problem("store", message, advice)),
    ...missing_indexes.map((statement) =>
      problem(
        "store",
        `an index is missing, so that some calls read whole tables`,
        `run "${statement}" in the database`,
      ),
    ),
    ...bloat.map(({ message, advice }) => warning("store", message, advice)),
  ];
  if (schema !== undefined && schema > known_schema)
    found.push(
      problem("store", `the store has schema ${schema}, this version knows ${known_schema}`, "start the newer version"),
    );
  if (schema !== undefined && schema < known_schema)
    found.push(
      warning(
        "store",
        `the store has schema ${schema}, this version makes it ${known_schema}`,
        "back up before the next start",
      ),
    );
  const engine = database === "sqlite" ? "SQLite" : "PostgreSQL";
  return orOk("store", found, schema === undefined ? "there is no store yet" : `the store on ${engine} is whole`);
}

export function checkClock({ ahead_ms, newest_s }: StoreReport, now_ms: number): readonly Finding[] {
  const found: Finding[] = [];
  const advice = "let NTP set the clock (timedatectl set-ntp true)";
  if (ahead_ms !== undefined && Math.abs(ahead_ms) > SKEW_MS) {
    const seconds = `${Math.round(Math.abs(ahead_ms) / 1000)} seconds`;
    const message = `the clock of this machine is ${seconds} ${ahead_ms > 0 ? "behind" : "ahead of"} the database's`;
    found.push(
      Math.abs(ahead_ms) > MUCH_SKEW_MS ? problem("clock", message, advice) : warning("clock", message, advice),
    );
  }
  const future_ms = newest_s === undefined ? 0 : newest_s * 1000 - now_ms;
  if (future_ms > MUCH_SKEW_MS)
    found.push(
      problem(
        "clock",
        `the newest message is from ${Math.round(future_ms / 1000)} seconds in the future: the clock was set back`,
        advice,
      ),
    );
  return orOk("clock", found, "the clock agrees with what it can be compared with");
}

export function checkWebhooks({ webhooks }: StoreReport): readonly Finding[] {
  const found = webhooks.map(({ username, last_error, waiting }) =>
    warning(
      "webhooks",
      `${waiting} updates of @${username} wait, and its webhook fails: ${last_error}`,
      "tell the bot's owner, or mend the receiver; updates expire after a day",
    ),
  );
  return orOk("webhooks", found, "no webhook has failed in the last hour");
}

/** What is about to fill up, or to expire. */
export function checkQueues({ queues, mails }: StoreReport, now_ms: number): readonly Finding[] {
  const ofBots = queues.map(({ username, waiting, oldest_s }) => {
    const hours = Math.floor((now_ms / 1000 - oldest_s) / HOUR_S);
    return warning(
      "queues",
      `${waiting} updates of @${username} wait, the oldest for ${hours} hours`,
      "start the bot, or delete it; updates expire after a day",
    );
  });
  return orOk("queues", [...ofBots, ...checkMails(mails, now_ms)], "no bot is far behind, and no mail waits for long");
}

/** A mail that is refused for the time being is tried again for minutes before it is worth knowing. */
function checkMails(mails: WaitingMails | undefined, now_ms: number): readonly Finding[] {
  const minutes = mails ? Math.floor((now_ms / 1000 - mails.oldest_s) / 60) : 0;
  if (!mails || minutes < LONG_WAIT_MIN) return [];
  const message = `${mails.waiting} mails wait for the mail server, the oldest for ${minutes} minutes`;
  return [warning("queues", message, "see the check of the mail server, and the mails in the log")];
}
