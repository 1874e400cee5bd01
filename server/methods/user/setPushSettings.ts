/** setPushSettings: what the person wants to be pushed. */
import { changePushSettings } from "../../app/accounts/push-subscriptions.ts";
import type { QuietHours } from "@heliogram/shared/wire.ts";
import { isTimeZone, readMinute } from "../../domain/quiet-hours.ts";
import { bool, described, objectOf, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

const SHAPE = 'invalid quiet_hours: an object with "from", "to" and "time_zone" is expected';

/** Reads quiet hours. Two equal times are no hours. */
const quietHours = objectOf<QuietHours>(
  schemas.QuietHours,
  { syntax: SHAPE, shape: SHAPE },
  ({ from, to, time_zone }, fail) => {
    const [from_minute, to_minute] = [from, to].map((each) => readMinute(typeof each === "string" ? each : ""));
    if (from_minute === undefined || to_minute === undefined || typeof time_zone !== "string") return fail(SHAPE);
    if (from_minute === to_minute) return fail("invalid quiet_hours: they begin and end at the same time");
    if (!isTimeZone(time_zone)) return fail("invalid quiet_hours: the time zone is not known");
    return { from: String(from), to: String(to), time_zone };
  },
);

export const setPushSettings = userMethod({
  name: "setPushSettings",
  summary: "Sets what the person wants to be pushed. What is left out is set to its default.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    shows_contents: described(
      optional(bool()),
      "Whether pushes contain names and texts, which is the default. The owners of the service may withhold them from all.",
    ),
    only_mentions: described(
      optional(bool()),
      "Whether in groups and channels only mentions of the person and answers to them are pushed.",
    ),
    quiet_hours: described(optional(quietHours), "When nothing is pushed; without it, there are no such hours."),
  },
  example: {
    request: { quiet_hours: { from: "22:00", to: "07:00", time_zone: "Europe/Lisbon" } },
    result: true,
  },
  async run({ tx, actor }, { shows_contents = true, only_mentions = false, quiet_hours }) {
    const hours = quiet_hours && {
      from_minute: readMinute(quiet_hours.from)!,
      to_minute: readMinute(quiet_hours.to)!,
      time_zone: quiet_hours.time_zone,
    };
    await changePushSettings(tx, actor.id, { shows_contents, only_mentions, quiet_hours: hours });
    return true;
  },
});
