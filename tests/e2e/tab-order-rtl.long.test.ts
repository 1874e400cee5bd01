/** The tab order in a right-to-left language, on one screen of each layout. */
import { describeTabOrder } from "./tab-order/screens.ts";

describeTabOrder("from right to left", { viewport: { width: 1440, height: 1000 }, locale: "ar" }, [
  "the list of chats",
  "a group with messages of all kinds",
  "a bot with a keyboard",
  "the panel about a group",
  "the panel about a group, its form",
  "the panel about a group, permissions",
  "the panel about a group, links",
  "a member",
  "a member's rights",
  "a member's restriction",
  "settings",
  "one of the user's own bots",
  "the service's people",
  "the service's invitations",
]);
