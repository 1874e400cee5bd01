/** Pushes to the devices of a person: objects of the user API. */
import { bool, int, list, named, note, object, oneOf, optional, str, time, type TypeOf } from "./schema.ts";

export const PushSubscription = named(
  "PushSubscription",
  object({
    id: int,
    label: note(str, "The name that the client gave its device."),
    host: note(str, "The host of its push service."),
    takes_silent: note(bool, "It takes pushes that show nothing, by which notifications are closed."),
    created_at: time,
    delivered_at: optional(time, "When a push service has taken the last push; absent if there was none."),
    failing_since: optional(time, "The first failure since the last delivery; absent if there is none."),
    last_error: optional(str, "Why the last push failed; absent after a delivery."),
    current: note(bool, "Whether it belongs to the session of the call."),
  }),
);
export type PushSubscription = TypeOf<typeof PushSubscription>;

export const QuietHours = named(
  "QuietHours",
  object({
    from: note(str, "The time on the clock at which they begin, such as 22:00."),
    to: note(str, "The time at which they end; earlier than `from`, that is on the next day."),
    time_zone: note(str, "An IANA time zone, such as Europe/Lisbon."),
  }),
);
export type QuietHours = TypeOf<typeof QuietHours>;

export const PushSettings = named(
  "PushSettings",
  object({
    enabled: note(bool, "Whether the service pushes at all."),
    public_key: optional(
      str,
      "The key of the service, which browsers call applicationServerKey; absent if it does not push.",
    ),
    shows_contents: note(bool, "Whether the person wants names and texts in pushes."),
    allows_contents: note(bool, "Whether the owners of the service let them contain these."),
    only_mentions: note(bool, "In groups and channels, only mentions of the person and answers to them are pushed."),
    quiet_hours: optional(QuietHours, "Absent if there are none."),
    subscriptions: list(PushSubscription),
  }),
);
export type PushSettings = TypeOf<typeof PushSettings>;

export const PushTest = named(
  "PushTest",
  object({
    delivered: note(bool, "Whether the push service has taken the push."),
    steps: list(
      object({
        step: note(
          oneOf(["subscription", "address", "name", "connection", "answer"]),
          "`address`: the rules for outgoing requests allow it. `name`: its host is found. `connection`: TCP and TLS. `answer`: that of the push service.",
        ),
        ok: bool,
        detail: note(str, "What was found, or why it stopped here; may be empty."),
      }),
    ),
  }),
);
export type PushTest = TypeOf<typeof PushTest>;
