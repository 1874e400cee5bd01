/** Addresses of Redis: every form, and refusals that do not quote the password. */
import { describe, expect, test } from "vitest";
import { parseRedisAddress } from "./address.ts";

const PLAIN = {
  kind: "single",
  endpoints: [{ host: "cache", port: 6379 }],
  isEncrypted: false,
  username: undefined,
  password: undefined,
  sentinel_username: undefined,
  sentinel_password: undefined,
  database: 0,
  master: undefined,
  ca_path: undefined,
} as const;

describe("an address", () => {
  test.each([
    ["redis://cache", {}],
    ["redis://cache:7000/3", { endpoints: [{ host: "cache", port: 7000 }], database: 3 }],
    ["redis://[::1]:7000", { endpoints: [{ host: "::1", port: 7000 }] }],
    ["redis://:p%40ss%2Fword@cache/", { password: "p@ss/word" }],
    [
      "rediss://chat:hush@cache?ca=/etc/ca.pem",
      { isEncrypted: true, username: "chat", password: "hush", ca_path: "/etc/ca.pem" },
    ],
    [
      "redis+sentinel://:hush@one,two:26380/main/2?sentinel_password=other",
      {
        kind: "sentinel",
        endpoints: [
          { host: "one", port: 26_379 },
          { host: "two", port: 26_380 },
        ],
        password: "hush",
        sentinel_password: "other",
        master: "main",
        database: 2,
      },
    ],
    [
      "rediss+cluster://one:7000,two",
      {
        kind: "cluster",
        isEncrypted: true,
        endpoints: [
          { host: "one", port: 7000 },
          { host: "two", port: 6379 },
        ],
      },
    ],
  ])("%s", (url, expected) => {
    expect(parseRedisAddress(url)).toEqual({ ...PLAIN, ...expected });
  });

  test.each([
    "http://:hush@cache",
    "redis://:hush@",
    "redis://:hush@cache:0",
    "redis://:hush@cache:99999",
    "redis://:hush@one,two",
    "redis://:hush@cache/one",
    "redis://:hush@cache/1/2",
    "redis://:hu%sh@cache",
    "redis://hush@cache",
    "redis://:hush@cache?ca=/etc/ca.pem",
    "redis://:hush@cache?password=hush",
    "redis+sentinel://:hush@one,two",
    "redis+cluster://:hush@one/1",
  ])("%s is refused without its password", (url) => {
    let message = "";
    try {
      parseRedisAddress(url);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain("the address of Redis is wrong in");
    expect(message).not.toContain("hush");
  });
});
