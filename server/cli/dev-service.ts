/** A temporary service with the data of a world: `heliogram dev`, and the same in a program's own process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "../app/accounts/passwords.ts";
import { loadWorld, WorldError, type LoadedWorld } from "../world/load.ts";
import type { World } from "../world/schema.ts";
import type { DevOptions } from "./dev-options.ts";
import { EXIT, ExitError } from "../runtime/exit-error.ts";
import { filesFrom, limitsFrom, minFreeFrom, postgresFrom } from "../runtime/settings-options.ts";
import { clock, random } from "../runtime/system.ts";
import { stderrLog, type RunOptions } from "../runtime/run.ts";
import type { Service } from "../runtime/service.ts";
import { findWebClient } from "../runtime/web-client.ts";

const YEAR_S = 366 * 86_400;

export interface DevService {
  readonly service: Service;
  readonly loaded: LoadedWorld;
  /** Closes the service and removes its temporary folder. */
  close(): Promise<void>;
}

/**
 * A service whose store does not take the world is closed.
 * @param start - starts the service with the options that it is given
 * @throws ExitError
 */
export async function openDevService(
  options: DevOptions,
  start: (options: RunOptions) => Promise<Service>,
): Promise<DevService> {
  await using opening = new AsyncDisposableStack();
  const data_dir = options.data ?? temporaryFolder(opening);
  const service = opening.adopt(await start(runOptions(options, data_dir)), (each) => each.close());
  const loaded = await fill(service, options.world);
  await service.worlds?.main.keepMade();
  const running = opening.move();
  return { service, loaded, close: () => running.disposeAsync() };
}

function runOptions({ settings, developer, world }: DevOptions, data_dir: string): RunOptions {
  return {
    ...settings,
    data_dir,
    public_url: undefined,
    redis_url: undefined,
    bots_per_person: undefined,
    chats_per_person: undefined,
    web_dir: findWebClient(),
    files: filesFrom(settings),
    limits: limitsFrom(settings),
    postgres: postgresFrom(settings),
    min_free_bytes: minFreeFrom(settings),
    egress: { allow: [], allow_everything: true },
    session_s: YEAR_S,
    // No balancer is in front of it, and whoever stops it waits.
    drain_s: 0,
    metrics: true,
    developer,
    world,
    log: stderrLog(settings.log_level),
  };
}

/** @throws ExitError */
async function fill({ db, app, hashes }: Service, world: World): Promise<LoadedWorld> {
  const hash = (password: string) => hashPassword(password, random.bytes);
  const now_s = Math.floor(clock.now() / 1000);
  try {
    return await loadWorld({ db, app, hashes, bytes: random.bytes, now_s, hashPassword: hash }, world);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    throw new ExitError(`the store does not take the world: ${error.message}`, EXIT.refused);
  }
}

/** It is removed with `opening`, at the latest when the process ends. */
function temporaryFolder(opening: AsyncDisposableStack): string {
  const path = mkdtempSync(join(tmpdir(), "heliogram-"));
  const remove = () => {
    process.off("exit", remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on("exit", remove);
  opening.defer(remove);
  return path;
}
