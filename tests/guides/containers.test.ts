/** The files for containers: what they refer to is there, and the program runs under the conditions that they set. */
import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import Ajv from "ajv";
import { parse } from "yaml";
import { checkSettings } from "heliogram/settings/load.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { PROGRAM } from "../support/program.ts";
import { end, said } from "../support/programs.ts";
import type { Json } from "../support/service.ts";
import { filledInText } from "./guide-files.ts";

const GUIDES = join(import.meta.dirname, "../../docs/guides");
const FILES = join(GUIDES, "configurations");
const read = (name: string) => readFileSync(join(FILES, name), "utf8");

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of a Dockerfile. */
function instructionsOf(text: string): Instruction[] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  return joined
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ word: line.split(" ", 1)[0]!, rest: line.slice(line.indexOf(" ") + 1) }));
}

const IMAGE = instructionsOf(read("Dockerfile"));
const lastOf = (word: string) => IMAGE.findLast((each) => each.word === word)!.rest;
const healthCheck = () => JSON.parse(/CMD (\[.*\])$/.exec(lastOf("HEALTHCHECK"))![1]!) as string[];

describe("the image", () => {
  test("it runs what the package has, as a user without rights", () => {
    const stages = IMAGE.filter(({ word }) => word === "FROM").map(({ rest }) => rest);
    expect(stages).toHaveLength(2);
    expect(stages[0]).toMatch(/^node:24-\S+ AS install$/);
    expect(stages[0]).toContain(stages[1]);
    const last = IMAGE.slice(IMAGE.findLastIndex(({ word }) => word === "FROM"));
    expect(last.filter(({ word }) => word === "RUN")).toEqual([]);
    for (const { rest } of last.filter(({ word }) => word === "COPY")) expect(rest).toMatch(/^--from=install /);
    expect(lastOf("USER")).toBe("1000:1000");
    expect(lastOf("VOLUME")).toBe(/HELIOGRAM_DATA_DIR=(\S+)/.exec(lastOf("ENV"))![1]);
    expect(lastOf("EXPOSE")).toBe(String(settingsSchema.parse({}).port));
    // As package.json of the release names its command.
    expect(JSON.parse(lastOf("ENTRYPOINT"))).toEqual([
      "node",
      "/opt/heliogram/node_modules/heliogram/dist/heliogram.js",
    ]);
    expect(JSON.parse(lastOf("CMD"))).toEqual(["serve"]);
  });

  const isRoot = process.getuid?.() === 0;
  const canMount = isRoot && spawnSync("unshare", ["--mount", "true"]).status === 0;

  let child: ChildProcess | undefined;
  let dir: string | undefined;
  afterEach(async () => {
    if (child) await end(child, "SIGTERM");
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
  });

  test.skipIf(!canMount)("the program needs no place to write but its data folder", async () => {
    dir = mkdtempSync(join(tmpdir(), "heliogram-container-"));
    chmodSync(dir, 0o755);
    const [data, program] = [join(dir, "data"), join(dir, "program")];
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, 1000, 1000);
    mkdirSync(program);
    // The root and what is mounted below it, and all of the test but the data folder; /tmp is a new one, as in the compose files.
    const script = `
      mount --make-rprivate /
      mount --bind "$DATA" "$DATA"
      mount --bind "${dirname(PROGRAM)}" "$PROGRAM_DIR"
      awk '{ print $2 }' /proc/mounts | while read -r at; do
        case "$at" in "$DATA"|/proc*|/dev|/dev/pts|/sys*) ;; *) mount -o remount,bind,ro "$at" || true ;; esac
      done
      if touch "$PROGRAM_DIR/x" 2> /dev/null || touch /x 2> /dev/null; then echo "the root is writable" >&2; exit 1; fi
      exec setpriv --reuid=1000 --regid=1000 --clear-groups --bounding-set=-all --no-new-privs "$NODE" "${PROGRAM}" serve`;
    const env = {
      PATH: process.env.PATH,
      DATA: data,
      PROGRAM_DIR: program,
      NODE: process.execPath,
      HELIOGRAM_DATA_DIR: data,
      HELIOGRAM_HOST: "127.0.0.1",
      HELIOGRAM_PORT: "0",
      HELIOGRAM_DRAIN_SECONDS: "0",
    };
    child = spawn("unshare", ["--mount", "sh", "-ec", script], { env, stdio: ["ignore", "pipe", "pipe"] });
    const url = await said(child, (output) => /listens on (\S+)\n/.exec(output)?.[1]);
    const check = (port: string) => {
      const [command, ...args] = healthCheck();
      expect(command).toBe("node");
      return promisify(execFile)(process.execPath, args, { env: { HELIOGRAM_PORT: port } });
    };
    const { port } = new URL(url);
    await check(port);
    expect(statSync(join(data, "heliogram.db")).uid).toBe(1000);
    await end(child, "SIGTERM");
    child = undefined;
    await expect(check(port)).rejects.toThrow("Command failed");
  });
});

/** The schema of the Compose Specification (Apache-2.0), as the linter dclint 3.1.0 carries it. */
const COMPOSE_SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, "compose-spec/compose-spec.json"), "utf8"),
) as Json;

/** @returns what of a compose file its schema refuses */
function composeErrors(compose: Json): string[] {
  // The validator knows the same schema of schemas by its address with http.
  const { $schema: _, ...schema } = COMPOSE_SCHEMA;
  const validator = new Ajv({ unknownFormats: "ignore" });
  validator.validate(schema, compose);
  return (validator.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message}`);
}

/** What the files of secrets have, where it must have a form. */
const SECRETS: Readonly<Record<string, string>> = {
  "/run/secrets/database": "postgres://heliogram:x@postgres/heliogram",
};

describe.each(["compose.yaml", "compose-services.yaml"])("%s", (name) => {
  const compose = parse(read(name)) as Json;
  const services = Object.entries<Json>(compose.services);

  test("the service has valid settings, and as few rights as it needs", () => {
    const { heliogram } = compose.services;
    const given = Object.entries<string>(heliogram.environment);
    const values = new Map<string, string>();
    const secrets = given.filter(([variable]) => variable.endsWith("_FILE"));
    expect(heliogram.secrets ?? []).toEqual(secrets.map(([, path]) => path.replace("/run/secrets/", "")));
    for (const [variable, value] of given) {
      const setting = variable
        .replace(/^HELIOGRAM_/, "")
        .replace(/_FILE$/, "")
        .toLowerCase();
      values.set(setting, SECRETS[value] ?? value);
    }
    expect(Object.keys(settingsSchema.shape)).toEqual(expect.arrayContaining([...values.keys()]));
    const checked = checkSettings(
      new Map(Array.from(values, ([setting, value]) => [setting, { value, source: "test" }])) as never,
    );
    expect(checked).toMatchObject({ ok: true });
    expect(heliogram).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      tmpfs: ["/tmp"],
      volumes: ["data:/data"],
    });
    for (const port of heliogram.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("it is valid, and a misspelt key would not be", () => {
    expect(composeErrors(compose)).toEqual([]);
    const { read_only, ...heliogram } = compose.services.heliogram;
    const misspelt = {
      ...compose,
      services: { ...compose.services, heliogram: { ...heliogram, readonly: read_only } },
    };
    expect(composeErrors(misspelt)).toContain(".services['heliogram'] should NOT have additional properties");
  });

  test("what services refer to is there", () => {
    for (const [, service] of services) {
      expect(Object.keys(compose.secrets ?? {})).toEqual(expect.arrayContaining(service.secrets ?? []));
      for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
      for (const [other, { condition }] of Object.entries<Json>(service.depends_on ?? {})) {
        const needed = compose.services[other];
        expect(needed, other).toBeDefined();
        expect(condition === "service_healthy" ? needed.healthcheck : needed.command).toBeDefined();
      }
    }
  });

  test("other images have a version, and addresses are those of services", () => {
    const others = services.filter(([, { build }]) => build === undefined);
    for (const [, { image }] of others) expect(image).toMatch(/:[\w.-]*\d/);
    const values = services.flatMap(([, { environment = {} }]) => Object.values<string>(environment));
    const hosts = values.flatMap((value) =>
      Array.from(value.matchAll(/(?:redis|http):\/\/([\w-]+):\d+/g), ([, host]) => host),
    );
    expect(hosts).toHaveLength(others.length === 0 ? 0 : 2);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts));
  });
});

test("the bucket of the compose file is made, and opened by the keys of the service", async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-bucket-"));
  const { bucket, heliogram } = (parse(read("compose-services.yaml")) as Json).services;
  const server = join(dir, "versitygw");
  const show = 'echo "$ROOT_ACCESS_KEY_ID $ROOT_SECRET_ACCESS_KEY $*"';
  writeFileSync(server, `#!/bin/sh\n${show}\n`, { mode: 0o755 });
  writeFileSync(join(dir, "files-access-key"), "key");
  writeFileSync(join(dir, "files-secret-key"), "secret");
  const script = filledInText(bucket.command[0], {
    $$: "$",
    "/app/versitygw": server,
    "/run/secrets": dir,
    "/data": join(dir, "data"),
  });
  const [command, ...args] = bucket.entrypoint;
  const { stdout } = await promisify(execFile)(command, [...args, script]);
  expect(stdout).toBe(`key secret --quiet posix ${join(dir, "data")}\n`);
  const [, name, port] = /^s3:\/\/(\w+)\?endpoint=http:\/\/bucket(:\d+)$/.exec(
    heliogram.environment.HELIOGRAM_FILES_URL,
  )!;
  expect(readdirSync(join(dir, "data"))).toEqual([name]);
  expect(bucket.environment.VGW_PORT).toBe(port);
  expect(bucket.healthcheck.test.at(-1)).toBe(`http://127.0.0.1${port}${bucket.environment.VGW_HEALTH}`);
  expect([bucket.volumes, bucket.secrets]).toEqual([["bucket:/data"], ["files-access-key", "files-secret-key"]]);
  rmSync(dir, { recursive: true });
});

test("the commands make the secrets that the compose file names", async () => {
  const guide = readFileSync(join(GUIDES, "run-the-package.md"), "utf8");
  const [, script] = /```sh\n(mkdir -m 700 secrets\n[^`]*)```/.exec(guide)!;
  const dir = mkdtempSync(join(tmpdir(), "heliogram-secrets-"));
  await promisify(execFile)("sh", ["-ec", script!], { cwd: dir });
  const compose = parse(read("compose-services.yaml")) as Json;
  const named = Object.values<Json>(compose.secrets).map(({ file }) => String(file).replace("./secrets/", ""));
  expect(readdirSync(join(dir, "secrets")).toSorted()).toEqual(named.toSorted());
  const address = readFileSync(join(dir, "secrets/database"), "utf8");
  expect(settingsSchema.shape.database.parse(address)).toMatch(
    /^postgres:\/\/heliogram:[0-9a-f]{48}@postgres\/heliogram$/,
  );
  rmSync(dir, { recursive: true });
});
