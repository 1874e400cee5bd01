/** The page about what is there of Telegram's Bot API is made from the declarations. */
import { expect, test } from "vitest";
import { telegramPage, writtenPage } from "../../tools/telegram-page.ts";

test("docs/reference/telegram.md is what npm run telegram-page makes", () => {
  expect(writtenPage()).toBe(telegramPage());
});
