/** `heliogram bot …` and `heliogram person …`: beside a running service or on a stopped one's store. */
import { parseArgs } from "node:util";
import { Hashes } from "../app/tokens.ts";
import type { Settings } from "../settings/settings.ts";
import { openStore } from "../store/open.ts";
import { carryOut } from "./accounts.ts";
import { settingsOrExit } from "./config.ts";
import { orderRunning } from "./control.ts";
import { OrderFault, type Order } from "./ground.ts";
import { masterKey, subkey } from "./keys.ts";
import { clock, random } from "./run.ts";

/** Beside a service that does not run. */
const nothing = () => {};
const NOBODY_WAITS = {
  tokenChanged: nothing,
  botChanged: nothing,
  webhookChanged: nothing,
  admissionChanged: nothing,
};

export async function order(noun: string, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      username: { type: "string" },
      name: { type: "string" },
      owner: { type: "string" },
      password: { type: "string" },
      "service-owner": { type: "boolean" },
      description: { type: "string" },
      commands: { type: "string" },
      privacy: { type: "string" },
      "join-groups": { type: "string" },
      dialect: { type: "string" },
    },
  });
  const { settings } = settingsOrExit();
  const wish: Order = {
    command: `${noun} ${positionals[0] ?? ""}`.trim(),
    username: (values.username ?? positionals[1])?.replace(/^@/, ""),
    name: values.name,
    owner: values.owner?.replace(/^@/, ""),
    password: values.password,
    is_owner: values["service-owner"],
    description: values.description,
    commands: values.commands,
    privacy: values.privacy,
    join_groups: values["join-groups"],
    dialect: values.dialect,
  };
  try {
    const result = (await orderRunning(settings.data_dir, wish)) ?? (await onStore(settings, wish));
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof OrderFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function onStore(settings: Settings, wish: Order): Promise<object> {
  const fatal = (error: unknown) => {
    throw error;
  };
  const db = await openStore(settings, { poke: () => {}, fatal, now_ms: () => clock.now(), after: clock.after });
  try {
    const hashes = new Hashes(subkey(masterKey({ ...settings, random }), "credentials"));
    const { public_url } = settings;
    const addresses = public_url === undefined ? [] : [public_url];
    return await carryOut({ db, hashes, updates: NOBODY_WAITS, addresses }, wish);
  } finally {
    await db.close();
  }
}
