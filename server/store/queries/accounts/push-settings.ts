/** What people want to be pushed, and when. */
import type { QuietHours } from "../../../domain/quiet-hours.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { findMeta, setMeta } from "../service/counters.ts";

export interface PushSettings {
  /** Whether pushes contain names and texts. */
  readonly shows_contents: boolean;
  /** In groups and channels, only what mentions the person is pushed. */
  readonly only_mentions: boolean;
  readonly quiet_hours: QuietHours | undefined;
}

/** The same with what the service knows of the person's pages. */
export interface StoredPushSettings extends PushSettings {
  /** Until when a page is looked at, in Unix seconds. */
  readonly active_until: number;
}

interface SettingsRow {
  readonly shows_contents: number;
  readonly only_mentions: number;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly time_zone: string;
  readonly active_until: number;
}

const DEFAULTS: StoredPushSettings = {
  shows_contents: true,
  only_mentions: false,
  quiet_hours: undefined,
  active_until: 0,
};

const FIND = read<SettingsRow>("push_setting")`
  select shows_contents, only_mentions, quiet_from, quiet_to, time_zone, active_until from push_setting
  where account_id = ?`;

export async function findPushSettings(tx: ReadTx, account_id: number): Promise<StoredPushSettings> {
  const row = await tx.get(FIND, account_id);
  if (!row) return DEFAULTS;
  const { quiet_from, quiet_to, time_zone, active_until } = row;
  const areQuiet = quiet_from !== null && quiet_to !== null;
  return {
    shows_contents: row.shows_contents === 1,
    only_mentions: row.only_mentions === 1,
    quiet_hours: areQuiet ? { from_minute: quiet_from, to_minute: quiet_to, time_zone } : undefined,
    active_until,
  };
}

const SAVE = write("push_setting")`
  insert into push_setting (account_id, shows_contents, only_mentions, quiet_from, quiet_to, time_zone)
  values (?, ?, ?, ?, ?, ?)
  on conflict (account_id) do update set shows_contents = excluded.shows_contents,
    only_mentions = excluded.only_mentions, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    time_zone = excluded.time_zone`;

export async function savePushSettings(tx: Tx, account_id: number, settings: PushSettings): Promise<void> {
  const { shows_contents, only_mentions, quiet_hours } = settings;
  const { from_minute = null, to_minute = null, time_zone = "" } = quiet_hours ?? {};
  await tx.run(SAVE, account_id, shows_contents ? 1 : 0, only_mentions ? 1 : 0, from_minute, to_minute, time_zone);
}

const SET_ACTIVE = write("push_setting")`
  insert into push_setting (account_id, active_until) values (?, ?)
  on conflict (account_id) do update set active_until = excluded.active_until`;

/** @param active_until - until when a page of the person is looked at, in Unix seconds */
export async function setActiveUntil(tx: Tx, account_id: number, active_until: number): Promise<void> {
  await tx.run(SET_ACTIVE, account_id, active_until);
}

const CONTENTS = "push_contents";
const WITHHELD = "withheld";

/** Whether the owners of the service let pushes contain names and texts. */
export async function allowsPushContents(tx: ReadTx): Promise<boolean> {
  return (await findMeta(tx, CONTENTS)) !== WITHHELD;
}

/** Whether the person is told names and texts, as they and the owners of the service want: by pushes and by digests. */
export async function showsContents(
  tx: ReadTx,
  { shows_contents }: Pick<PushSettings, "shows_contents">,
): Promise<boolean> {
  return shows_contents && (await allowsPushContents(tx));
}

export async function setPushContents(tx: Tx, are_allowed: boolean): Promise<void> {
  await setMeta(tx, CONTENTS, are_allowed ? "allowed" : WITHHELD);
}
