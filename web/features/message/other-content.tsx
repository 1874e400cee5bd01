/** Message content other than text and files: a location, a venue, a contact or dice. */
import type { Message, Venue } from "@heliogram/shared/wire.ts";
import { Contact } from "./contact.tsx";
import { Dice } from "./dice.tsx";
import { LiveLocation } from "./live-location.tsx";
import { Location } from "./location.tsx";

interface OtherContentProps {
  readonly message: Message;
  readonly own: boolean;
}

export function OtherContent({ message, own }: OtherContentProps) {
  const { location, venue, contact, dice } = message;
  if (venue)
    return <Location location={venue.location} title={venue.title} address={venue.address} type={venueType(venue)} />;
  if (location?.live_period !== undefined) return <LiveLocation message={message} location={location} own={own} />;
  if (location) return <Location location={location} />;
  if (contact) return <Contact contact={contact} />;
  return dice ? <Dice emoji={dice.emoji} value={dice.value} /> : null;
}

/** The type of a venue: the last part of a Foursquare type such as `food/ice_cream`, or the Google Places type. */
function venueType({ foursquare_type, google_place_type }: Venue): string | undefined {
  return (foursquare_type?.split("/").at(-1) ?? google_place_type)?.replaceAll("_", " ");
}
