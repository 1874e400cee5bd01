/** `heliogram config check` and `config show`: settings from the environment and from files, and reports of all problems. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { PATIENCE_MS, CommandFolder } from "../support/commands.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const shop = new CommandFolder();
afterAll(() => shop.close());

function file(name: string, text: string): string {
  const path = join(shop.dir, name);
  writeFileSync(path, text);
  return path;
}

test("settings come from the environment, files that it names, and the configuration file", async () => {
  const env = {
    HELIOGRAM_CONFIG: file(
      "h.yaml",
      "port: 9000\nphoto_mb: 1.5\nmetrics: true\nwebhook_allow: [10.0.0.0/8, fd00::/8]\n",
    ),
    HELIOGRAM_PORT: "9001",
    HELIOGRAM_DATABASE_FILE: file("database", "postgres://root:hush@db/h\n"),
    HELIOGRAM_DIALECT_FILE: file("dialect", "telegram\n"),
  };
  const [check, show, json] = await Promise.all([
    shop.run(["config", "check"], env),
    shop.run(["config", "show"], env),
    shop.run(["config", "show"], { HELIOGRAM_CONFIG: file("h.json", '{"port": 9002, "assistant": false}') }),
  ]);
  expect(check).toEqual({ code: 0, stdout: "The configuration is complete.\n", stderr: "" });
  expect(show).toMatchObject({ code: 0, stderr: "" });
  for (const line of [
    "port = 9001  (environment)",
    "photo_mb = 1.5  (file)",
    "metrics = true  (file)",
    "webhook_allow = 10.0.0.0/8, fd00::/8  (file)",
    "database = postgres://…  (environment)",
    "dialect = telegram  (environment)",
    "host = 0.0.0.0  (default)",
  ]) {
    expect(show.stdout.split("\n")).toContain(line);
  }
  expect(show.stdout).not.toContain("hush");
  expect(show.stdout.match(/^# ./gm), "every setting has its meaning").toHaveLength(
    show.stdout.match(/^\w+ = /gm)!.length,
  );
  expect(json.stdout).toContain("port = 9002  (file)");
  expect(json.stdout).toContain("assistant = false  (file)");
});

test("all errors are reported at once with their places, and no command runs", async () => {
  const missing = join(shop.dir, "none");
  const env = {
    HELIOGRAM_CONFIG: file(
      "odd.yaml",
      "prot: 1\nphoto_mb: many\nassistant: perhaps\nsession_days: -3\nhost: [a]\nlog_level: null\n",
    ),
    HELIOGRAM_PORT: "x",
    HELIOGRAM_DATABASE: "mysql://root:hush@x\nhush",
    HELIOGRAM_DATA_DIR: "",
    HELIOGRAM_PUBLIC_URL: "ftp://chat.example",
    HELIOGRAM_WEBHOOK_ALLOW: "10.0.0.1 10.0.0.0/99 x/8",
    HELIOGRAM_PROXIES: "proxy.example",
    HELIOGRAM_DIALECT_FILE: file("dialect-odd", "klingon\n"),
    HELIOGRAM_DIALEKT: "hush",
    HELIOGRAM_AUDIT_DAYS: "0x10",
    HELIOGRAM_RATE_LIMITS_FILE: missing,
    HELIOGRAM_BOTS_PER_PERSON: "1.5",
    HELIOGRAM_METRICS: "true",
    HELIOGRAM_METRICS_FILE: missing,
    HELIOGRAM_PROT_FILE: missing,
  };
  const commands = [["config", "check"], ["bot", "list"], ["serve"]];
  const [check, ...others] = await Promise.all(commands.map((args) => shop.run(args, env)));
  expect(check).toMatchObject({ code: 78, stdout: "" });
  const size = "a number above 0 and up to 4096";
  expect(check!.stderr.trimEnd().split("\n").sort()).toEqual(
    [
      "HELIOGRAM_PORT = x: expected a whole number from 0 to 65535",
      "HELIOGRAM_DATABASE = mysql://…: expected sqlite, memory, or postgres://…",
      'HELIOGRAM_DATA_DIR = "": expected the path of a folder',
      "HELIOGRAM_PUBLIC_URL = ftp://chat.example: expected an address that begins with http:// or https://, without a path",
      "HELIOGRAM_WEBHOOK_ALLOW = 10.0.0.1 10.0.0.0/99 x/8: expected CIDR blocks such as 10.0.0.0/8",
      "HELIOGRAM_PROXIES = proxy.example: expected CIDR blocks such as 172.16.0.0/12",
      `HELIOGRAM_DIALECT_FILE = klingon: expected native or telegram`,
      "HELIOGRAM_DIALEKT: expected a known setting; did you mean HELIOGRAM_DIALECT?",
      "HELIOGRAM_PROT_FILE: expected a known setting; did you mean HELIOGRAM_PORT_FILE?",
      "HELIOGRAM_AUDIT_DAYS = 0x10: expected a number above 0 and up to 3650",
      `HELIOGRAM_RATE_LIMITS_FILE = ${missing}: expected the path of a readable file`,
      "HELIOGRAM_BOTS_PER_PERSON = 1.5: expected a whole number from 0 up",
      `HELIOGRAM_METRICS_FILE = ${missing}: expected to be absent, as HELIOGRAM_METRICS is set`,
      "prot: expected a known setting; did you mean port?",
      `photo_mb = many: expected ${size}`,
      "assistant = perhaps: expected true or false",
      "session_days = -3: expected a number above 0 and up to 3650",
      'host = ["a"]: expected a host name or an address',
      "log_level = null: expected debug, info, warn or error",
    ].sort(),
  );
  for (const other of others) expect(other).toEqual(check);
});

test("an unreadable configuration file is named", async () => {
  const none = join(shop.dir, "none.yaml");
  const odd = file("broken.yaml", "port: 1\nhost: [hush\n");
  const list = file("list.yaml", "- port\n");
  const alias = file("alias.yaml", "host: *hush\n");
  const ended = await Promise.all(
    [none, odd, list, alias].map((path) => shop.run(["config", "check"], { HELIOGRAM_CONFIG: path })),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [78, `HELIOGRAM_CONFIG = ${none}: expected the path of a readable file\n`],
    [78, `HELIOGRAM_CONFIG = ${odd}: expected YAML or JSON, which it is not at line 3\n`],
    [78, `HELIOGRAM_CONFIG = ${list}: expected a file of settings, one \`name: value\` a line\n`],
    [78, `HELIOGRAM_CONFIG = ${alias}: expected a file of settings, one \`name: value\` a line\n`],
  ]);
});

test("settings that need another one are reported together, as the start does", async () => {
  const env = {
    HELIOGRAM_SMTP_URL: "smtp://mail.example.org",
    HELIOGRAM_TLS_PORT: "0",
    HELIOGRAM_FILES_URL: "s3://bucket",
    HELIOGRAM_REDIS_URL: "redis://localhost/x",
    HELIOGRAM_OIDC_FILE: file(
      "oidc.yaml",
      "- { id: company, label: Company, issuer: https://sso.example.org, client_id: h }",
    ),
  };
  const [check, show, serve] = await Promise.all(
    [["config", "check"], ["config", "show"], ["serve"]].map((args) => shop.run(args, env)),
  );
  expect(check).toMatchObject({ code: 78, stdout: "" });
  expect(show).toEqual(check);
  for (const needed of [
    "TLS_CERTIFICATE_FILE",
    "redis_url: ",
    "FILES_ACCESS_KEY",
    "HELIOGRAM_OIDC needs",
    "SMTP_URL needs",
  ])
    expect(check!.stderr).toContain(needed);
  expect(check!.stderr.trimEnd().split("\n")).toHaveLength(5);
  expect(serve!.code).toBe(78);
  expect(check!.stderr).toContain(serve!.stderr.trimEnd());
});
