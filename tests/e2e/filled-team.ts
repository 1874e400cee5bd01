/** A chat with more messages than fit on a screen. */
import type { Browser } from "playwright-core";
import type { TestService } from "../support/service.ts";
import { Screen } from "./browser.ts";

/** Fills "Team" with this many messages, "Before 1" and so on, and opens it as Alice, who has read them. */
export async function openFilledTeam(browser: Browser, t: TestService, count: number): Promise<Screen> {
  const chat_id = t.id("Team");
  for (let i = 1; i <= count; i++) await t.ok("guard_bot", "sendMessage", { chat_id, text: `Before ${i}` });
  await t.as("alice", "readMessages", { chat_id, message_id: 1_000_000 });
  const alice = await Screen.signIn(browser, t, "alice");
  await alice.openChat("Team");
  await alice.message(`Before ${count},`).waitFor();
  return alice;
}
