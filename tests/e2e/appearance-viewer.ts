/** What a screen of the walk through all appearances is opened with. */
import type { Page } from "playwright-core";
import type { TestService } from "../support/service.ts";
import type { Screen } from "./browser.ts";
import type { Translate } from "./translations.ts";

/** The user and page of a walk, and the texts of its language. */
export interface Viewer {
  readonly t: TestService;
  readonly screen: Screen;
  readonly page: Page;
  readonly say: Translate;
}

/** Opens a screen and waits until it is shown. */
export type OpenScreen = (viewer: Viewer) => Promise<unknown>;
export type Screens = Readonly<Record<string, OpenScreen>>;
