/** The settings of pushes as their person sees them. */
import type { PushSettings } from "@heliogram/shared/wire.ts";
import { minuteText } from "../../domain/quiet-hours.ts";
import { allowsPushContents, findPushSettings } from "../../store/queries/accounts/push-settings.ts";
import { listPushSubscriptions, type PushSubscription } from "../../store/queries/accounts/push-subscriptions.ts";
import type { ReadTx } from "../../store/db.ts";
import type { Deps } from "../engine/deps.ts";
import type { Person } from "../engine/method.ts";

export async function presentPush(
  tx: ReadTx,
  { push }: Pick<Deps, "push">,
  { id, session_id }: Person,
  now_s: number,
): Promise<PushSettings> {
  const { shows_contents, only_mentions, quiet_hours } = await findPushSettings(tx, id);
  const subscriptions = await listPushSubscriptions(tx, id, now_s);
  const quiet = quiet_hours && {
    from: minuteText(quiet_hours.from_minute),
    to: minuteText(quiet_hours.to_minute),
    time_zone: quiet_hours.time_zone,
  };
  return {
    enabled: push !== undefined,
    ...(push ? { public_key: push.public_key } : {}),
    shows_contents,
    allows_contents: await allowsPushContents(tx),
    only_mentions,
    ...(quiet ? { quiet_hours: quiet } : {}),
    subscriptions: subscriptions.map((each) => presentSubscription(each, session_id)),
  };
}

/** The host alone: the rest of an endpoint is a credential. */
function presentSubscription(subscription: PushSubscription, session_id: number) {
  const { id, label, endpoint, takes_silent, created_at, delivered_at, failing_since, last_error } = subscription;
  return {
    id,
    label,
    host: new URL(endpoint).host,
    takes_silent: takes_silent === 1,
    created_at,
    ...(delivered_at === null ? {} : { delivered_at }),
    ...(failing_since === null ? {} : { failing_since }),
    ...(last_error === null ? {} : { last_error }),
    current: subscription.session_id === session_id,
  };
}
