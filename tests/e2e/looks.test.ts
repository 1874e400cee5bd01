/** What axe says of every screen. */
import { describeLooks } from "./looks.ts";

describeLooks("en");
