/** Whether the push services of people's devices can be reached. Nothing is pushed. */
import { Egress } from "../../egress/egress.ts";
import type { Settings } from "../../settings/settings.ts";
import type { PushServiceUse, StoreReport } from "../../store/inspect/report.ts";
import { reasonOf } from "../exit-error.ts";
import { clock } from "../system.ts";
import { orOk, warning, type Finding } from "./finding.ts";

const CHECK = "push services";
const TIMEOUT_MS = 5000;
/** Requests of nobody's account. */
const NOBODY = 0;

/** People choose push services, so the rules for outgoing requests hold. */
export async function checkPushServices(settings: Settings, report: StoreReport): Promise<readonly Finding[]> {
  if (!settings.push || report.push_services.length === 0) return [];
  const rules = { allow: settings.webhook_allow, allow_everything: false };
  const egress = new Egress({ rules, clock, connections: 1 });
  try {
    const found = await Promise.all(report.push_services.map((each) => checkOne(egress, each)));
    const origins = report.push_services.map(({ origin }) => origin).join(", ");
    return orOk(CHECK, found.flat(), `those of people's devices answer: ${origins}`);
  } finally {
    egress.close();
  }
}

/** Any answer will do: what a push service says at its root differs. */
async function checkOne(egress: Egress, { origin, devices, failing }: PushServiceUse): Promise<readonly Finding[]> {
  const limits = { account_id: NOBODY, timeout_ms: TIMEOUT_MS, max_response_bytes: 0 };
  try {
    await egress.get(`${origin}/`, {}, limits, { onHead: () => false, onChunk: () => false });
  } catch (error) {
    const message = `${origin}, which ${devices === 1 ? "one device uses" : `${devices} devices use`}, cannot be reached: ${reasonOf(error)}`;
    const advice =
      "let this machine reach it; a private address is named in HELIOGRAM_WEBHOOK_ALLOW (docs/guides/push.md)";
    return [warning(CHECK, message, advice)];
  }
  if (failing === 0) return [];
  const message = `${origin} answers, and the last push to ${failing} of ${devices} devices has failed`;
  return [warning(CHECK, message, "see the pushes in the log, and HELIOGRAM_PUSH_CONTACT")];
}
