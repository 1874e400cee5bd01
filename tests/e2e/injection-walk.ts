/** What the walk through screens with injected texts does on several of them. */
import type { Locator, Page } from "playwright-core";
import type { TestService } from "../support/service.ts";
import type { Screen } from "./browser.ts";
import type { Attacker } from "./injection-fixtures.ts";

export interface Walk {
  readonly t: TestService;
  readonly screen: Screen;
  readonly page: Page;
}

/**
 * Opens a screen.
 * @returns the texts that must be shown on it
 */
export type OpenScreen = (walk: Walk, attacker: Attacker) => Promise<readonly string[]>;

/** Overlays. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Navigates as a link does where possible, without reloading the page. */
export const goto = async ({ page, screen }: Walk, path: string) => {
  const isNew = (await page.locator(OVERLAYS).count()) > 0 || !page.url().startsWith("http");
  if (isNew || (await page.evaluate(() => location.pathname)) === path) await page.goto(path);
  else await screen.go(path);
  return screen;
};

export const openGroup = async (walk: Walk, { group }: Attacker) => {
  await goto(walk, `/chat/${group}`);
  await walk.page.getByRole("article").first().waitFor();
};

export const openBot = (walk: Walk, { bot }: Attacker) => goto(walk, `/chat/${walk.t.id(bot)}`);

/** A message with this text. */
export const messageWith = ({ page }: Walk, words: string): Locator =>
  page.getByRole("article").filter({ hasText: words }).last();

export const chooseInMenu = async (walk: Walk, message: Locator, item: string) => {
  await message.press("Enter");
  await walk.page.getByRole("menuitem", { name: item, exact: true }).click();
};
