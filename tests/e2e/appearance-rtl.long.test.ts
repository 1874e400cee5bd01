/** The same checks in a language that runs from right to left. */
import { describeAppearance } from "./appearance.ts";

describeAppearance("ar");
