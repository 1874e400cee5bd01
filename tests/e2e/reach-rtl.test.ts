/** The same walk where lines run from right to left. */
import { describePlaces, PLACES, type PlaceName } from "./reach/places.ts";

const ALL = Object.keys(PLACES) as PlaceName[];

describePlaces("from right to left", { viewport: { width: 1440, height: 1000 }, locale: "ar" }, ALL);
