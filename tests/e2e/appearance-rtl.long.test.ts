/** The same checks, but those of colours, in a language that runs from right to left. */
import { describeAppearance } from "./appearance.ts";

describeAppearance("ar", { sizes: ["wide", "on a phone"], themes: [] });
