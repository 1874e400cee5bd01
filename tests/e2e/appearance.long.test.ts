/** The violations that axe finds on every screen. */
import { describeAppearance } from "./appearance.ts";

describeAppearance("en", { sizes: ["wide", "on a phone"], themes: ["light", "dark", "forced"] });
