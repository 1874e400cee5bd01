/** Looks at a service and what it depends on, and says what is wrong and what to do. It changes nothing. */
import { Egress } from "../../egress/egress.ts";
import type { Settings } from "../../settings/settings.ts";
import { inspectStore } from "../../store/inspect/inspect.ts";
import type { StoreReport } from "../../store/inspect/report.ts";
import { ExitError, reasonOf } from "../exit-error.ts";
import { postgresFrom } from "../settings-options.ts";
import { clock } from "../system.ts";
import { problem, type Check, type Finding } from "./finding.ts";
import { checkCertificate } from "./certificate.ts";
import { descriptorLimit } from "../descriptor-limit.ts";
import { checkDescriptors } from "./descriptors.ts";
import { checkRedis } from "./redis.ts";
import { checkDisk, checkFolder, checkKey } from "./folder.ts";
import { checkMail } from "./mail.ts";
import { checkBucket, checkPublicUrl } from "./reachability.ts";
import { checkProviders } from "./providers.ts";
import { checkPushServices } from "./push.ts";
import { checkChoices } from "./settings.ts";
import { checkClock, checkQueues, checkStore, checkWebhooks } from "./store.ts";

/** All findings, in the order in which an operator would look. */
export async function examine(settings: Settings): Promise<readonly Finding[]> {
  const egress = new Egress({ rules: { allow: [], allow_everything: true }, clock, connections: 1 });
  try {
    const store = await look("store", () => inspectStore(settings, postgresFrom(settings), () => clock.now()));
    const { report } = store;
    const found = await Promise.all([
      guarded("settings", async () => checkChoices(settings)),
      guarded("data folder", async () => checkFolder(settings)),
      guarded("disk", () => checkDisk(settings)),
      guarded("key", async () => (report ? checkKey(settings, report) : [])),
      store.failed ?? guarded("store", async () => (report ? checkStore(settings, report) : [])),
      guarded("clock", async () => (report ? checkClock(report, clock.now()) : [])),
      guarded("public URL", () => checkPublicUrl(settings, egress)),
      guarded("certificate", async () => checkCertificate(settings, clock.now())),
      guarded("descriptors", async () => checkDescriptors(settings, descriptorLimit())),
      guarded("bucket", () => checkBucket(settings)),
      guarded("redis", () => checkRedis(settings)),
      guarded("sign-in providers", () => checkProviders(settings)),
      guarded("mail", () => checkMail(settings)),
      guarded("push services", async () => (report ? checkPushServices(settings, report) : [])),
      guarded("webhooks", async () => (report ? checkWebhooks(report) : [])),
      guarded("queues", async () => (report ? checkQueues(report, clock.now()) : [])),
    ]);
    return found.flat();
  } finally {
    egress.close();
  }
}

interface Looked {
  readonly report: StoreReport | undefined;
  readonly failed: readonly Finding[] | undefined;
}

async function look(check: Check, inspect: () => Promise<StoreReport | undefined>): Promise<Looked> {
  try {
    return { report: await inspect(), failed: undefined };
  } catch (error) {
    const advice = "see that the database runs, and that HELIOGRAM_DATABASE names it with the right user and password";
    return { report: undefined, failed: [problem(check, `the store cannot be opened: ${reasonOf(error)}`, advice)] };
  }
}

/** What fails unexpectedly is a finding, too: the other checks go on. */
async function guarded(check: Check, run: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    const [message, advice] = error instanceof ExitError ? split(error.message) : [reasonOf(error), "see the reason"];
    return [problem(check, message, advice)];
  }
}

/** `what is wrong: what to do` */
function split(sentence: string): readonly [string, string] {
  const at = sentence.lastIndexOf(": ");
  return at < 0 ? [sentence, "see the reason"] : [sentence.slice(0, at), sentence.slice(at + 2)];
}
