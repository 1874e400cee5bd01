/** The same walk where lines run from right to left: every way in which a screen is laid out. */
import { describePlaces } from "./reach/places.ts";

describePlaces("from right to left", { viewport: { width: 1440, height: 1000 }, locale: "ar" }, [
  "the list of chats",
  "a group with messages of all kinds",
  "a bot with a keyboard",
  "about the group",
  "about the group, its name",
  "about the group, permissions",
  "about the group, links",
  "a member",
  "a member's rights",
  "a member's restriction",
  "settings",
  "a bot of one's own",
  "the service's people",
  "the service's invitations",
]);
