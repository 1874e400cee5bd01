/** The appearance and the tab order of the screens that most changes touch. `npm run test:long` checks all screens. */
import { describeAppearance } from "./appearance.ts";
import { describeTabOrder } from "./tab-order/screens.ts";

describeAppearance("ar", {
  sizes: ["on a phone"],
  themes: ["light"],
  screens: [
    "signing in",
    "the list of chats",
    "messages of all kinds, and pinned ones",
    "the menu of a message",
    "the panel about a group",
    "permissions of members",
    "people of the service",
    "the user's own bots",
  ],
});

describeTabOrder("on a wide screen", { viewport: { width: 1440, height: 1000 } }, [
  "the list of chats",
  "the panel about a group",
  "settings",
]);
