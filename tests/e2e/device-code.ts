/** The screen with the code for another device, and devices that claim it. */
import type { TestService } from "../support/service.ts";
import type { Viewer } from "./appearance-viewer.ts";

/** Shows the code. A device of an earlier visit is refused. @returns the code */
export async function showCode({ screen, page, say }: Pick<Viewer, "screen" | "page" | "say">): Promise<string> {
  await screen.openPath("/settings/device");
  const refuse = page.getByRole("button", { name: say("This is not my device") });
  const address = page.getByLabel(say("Or open this address there"));
  await refuse.or(address).waitFor();
  if (await refuse.isVisible()) {
    await refuse.click();
    await page.getByRole("button", { name: say("Show a new code") }).click();
  }
  return (await address.inputValue()).split("#")[1]!;
}

export async function claimCode(t: TestService, code: string, device: string): Promise<void> {
  await t.post("/api/claimDeviceCode", { code, device });
}
