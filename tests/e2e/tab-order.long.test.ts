/** The tab order of every screen: everything that can be clicked can be focused, visibly and in order. */
import { describeTabOrder, SCREENS, type ScreenName } from "./tab-order/screens.ts";

const ALL = Object.keys(SCREENS) as ScreenName[];

describeTabOrder("on a wide screen", { viewport: { width: 1440, height: 1000 } }, ALL);

describeTabOrder("on a narrow screen", { viewport: { width: 400, height: 800 } }, [
  "the list of chats",
  "a group with messages of all kinds",
  "the panel about a group",
  "settings",
  "the service's people",
  "fault rules",
  "worlds and snapshots",
]);
