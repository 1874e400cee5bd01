/** What a message holds besides words and files: a place, somebody's number, a throw. */
import type { Message, Venue } from "@heliogram/shared/wire.ts";
import { Contact } from "./contact.tsx";
import { Dice } from "./dice.tsx";
import { Location } from "./location.tsx";

export function Things({ message }: { readonly message: Message }) {
  const { location, venue, contact, dice } = message;
  if (venue)
    return <Location location={venue.location} title={venue.title} address={venue.address} sort={sortOf(venue)} />;
  if (location) return <Location location={location} />;
  if (contact) return <Contact contact={contact} />;
  return dice ? <Dice emoji={dice.emoji} value={dice.value} /> : null;
}

/** What sort of place it is, in the words of whoever knows it: the last and narrowest of `food/ice_cream`. */
function sortOf({ foursquare_type, google_place_type }: Venue): string | undefined {
  return (foursquare_type?.split("/").at(-1) ?? google_place_type)?.replaceAll("_", " ");
}
