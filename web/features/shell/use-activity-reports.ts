/** Reports that the person looks at a page, while a device of theirs gets pushes: these wait meanwhile. */
import { useEffect } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";

/** The service takes a page for left after 90 seconds. */
const EVERY_MS = 45_000;
/** Pages learn a moment later which of them are active. */
const SETTLES_MS = 1000;

export function useActivityReports(): void {
  const { api, ports } = useClient();
  const isWanted = useClientState((state) => state.me?.has_push ?? false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const { browserStatus, clock } = ports;
    let reported = false;
    let cancel = () => {};
    // A lost report costs a push too many, or too late.
    const report = (active: boolean) => void api.call("reportActivity", { active }).catch(() => {});
    const look = async () => {
      cancel();
      const isActive = await browserStatus.isAnyPageActive();
      if (isActive || reported) report(isActive);
      reported = isActive;
      cancel();
      if (isActive) cancel = clock.after(EVERY_MS, () => void look());
    };
    void look();
    const unwatch = browserStatus.watch(() => {
      cancel();
      cancel = clock.after(SETTLES_MS, () => void look());
    });
    return () => {
      cancel();
      unwatch();
    };
  }, [api, ports, isWanted]);
}
