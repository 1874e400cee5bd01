/** The same where lines run from right to left. */
import { describeLooks } from "./looks.ts";

describeLooks("ar");
