/** Every screen, walked by keys: what a pointer can press, the keyboard comes to, in sight and in order. */
import { describePlaces, PLACES, type PlaceName } from "./reach/places.ts";

const ALL = Object.keys(PLACES) as PlaceName[];

describePlaces("on a wide screen", { viewport: { width: 1440, height: 1000 } }, ALL);

describePlaces("on a narrow screen", { viewport: { width: 400, height: 800 } }, [
  "the list of chats",
  "a group with messages of all kinds",
  "about the group",
  "settings",
  "the service's people",
]);
