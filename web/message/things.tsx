/** What a message holds besides words and files: a place, somebody's number, a throw. */
import type { Message } from "@heliogram/shared/wire.ts";
import { Contact } from "./contact.tsx";
import { Dice } from "./dice.tsx";
import { Location } from "./location.tsx";

export function Things({ message }: { readonly message: Message }) {
  const { location, venue, contact, dice } = message;
  if (venue) return <Location location={venue.location} title={venue.title} address={venue.address} />;
  if (location) return <Location location={location} />;
  if (contact) return <Contact contact={contact} />;
  return dice ? <Dice emoji={dice.emoji} value={dice.value} /> : null;
}
