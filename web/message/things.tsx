/** What a message holds besides words and files: a place, somebody's number, a throw. */
import { Trans } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { MapPin, Phone } from "lucide-react";

export function Things({ message }: { readonly message: Message }) {
  const { location, venue, contact, dice } = message;
  if (location) {
    const place = `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`;
    return (
      <p className="flex items-center gap-3">
        <MapPin aria-hidden className="size-6 shrink-0 text-accent" />
        <span>
          <span className="block font-medium">{venue?.title ?? <Trans>Location</Trans>}</span>
          <span className="text-sm opacity-75">{venue?.address ?? place}</span>
        </span>
      </p>
    );
  }
  if (contact) {
    return (
      <p className="flex items-center gap-3">
        <Phone aria-hidden className="size-6 shrink-0 text-accent" />
        <span>
          <span className="block font-medium">
            <bdi>{[contact.first_name, contact.last_name].filter(Boolean).join(" ")}</bdi>
          </span>
          <span className="text-sm opacity-75" dir="ltr">
            {contact.phone_number}
          </span>
        </span>
      </p>
    );
  }
  if (!dice) return null;
  return (
    <p className="flex items-center gap-2 text-4xl">
      {dice.emoji} <span className="text-xl font-semibold tabular-nums">{dice.value}</span>
    </p>
  );
}
