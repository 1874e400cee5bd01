/** Names as the system has them: its file of hosts, and DNS, from a server of the test's own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Egress } from "heliogram/egress/egress.ts";
import { readHosts } from "heliogram/egress/hosts-file.ts";
import { candidatesOf, readResolvConf } from "heliogram/egress/resolv-conf.ts";
import { systemNames } from "heliogram/egress/system-names.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { DnsServer } from "../support/dns-server.ts";
import { Receiver } from "../support/receiver.ts";

const LISTED = "# ours\n127.0.0.9\tlisted.test  Alias.test # 127.0.0.8 never.test\n::1 listed.test\nnonsense x.test\n";
const clock = systemClock();

describe("names of the system", () => {
  const folder = mkdtempSync(join(tmpdir(), "hosts-"));
  const hosts_path = join(folder, "hosts");
  const known: Record<string, readonly string[] | "none" | "fails" | "silent"> = {
    "both.test": ["127.0.0.2", "2001:db8::2"],
    "four.test": ["127.0.0.4", "127.0.0.5"],
    "six.test": ["2001:db8::6"],
    "fails.test": "fails",
    "empty.test": [],
    "local.test": ["127.0.0.1"],
  };
  const server = new DnsServer((name, type) => {
    if (name === "half.test") return type === "A" ? ["127.0.0.7"] : "silent";
    return name.startsWith("slow") ? "silent" : (known[name] ?? "none");
  });
  let servers: string[];
  let find: (name: string) => Promise<string[]>;
  beforeAll(async () => {
    servers = [await server.listen()];
  });
  beforeEach(() => {
    writeFileSync(hosts_path, LISTED);
    server.asked.length = 0;
    const resolve = systemNames({ clock, asksOtherSources: false, hosts_path, servers });
    const context = { account_id: 1, signal: new AbortController().signal };
    find = async (name) => (await resolve(name, context)).map(({ address }) => address);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  test("those of the file of hosts need no server, and a change of the file counts", async () => {
    expect(await find("Listed.test")).toEqual(["127.0.0.9", "::1"]);
    expect(await find("alias.test.")).toEqual(["127.0.0.9"]);
    expect(server.asked).toEqual([]);
    expect([await find("never.test"), await find("x.test")]).toEqual([[], []]);
    writeFileSync(hosts_path, `${LISTED}127.0.0.10 x.test\n`);
    expect(await find("x.test")).toEqual(["127.0.0.10"]);
    rmSync(hosts_path);
    expect(await find("listed.test")).toEqual([]);
  });

  test("localhost is this machine, whatever DNS says", async () => {
    expect([await find("localhost"), await find("a.localhost")]).toEqual([
      ["127.0.0.1", "::1"],
      ["127.0.0.1", "::1"],
    ]);
    expect(server.asked).toEqual([]);
  });

  test.each([
    ["both.test", ["127.0.0.2", "2001:db8::2"]],
    ["four.test", ["127.0.0.4", "127.0.0.5"]],
    ["six.test", ["2001:db8::6"]],
    ["half.test", ["127.0.0.7"]],
    ["empty.test", []],
    ["unknown.test", []],
  ])("%s has %j", async (name, addresses) => {
    expect((await find(name)).toSorted()).toEqual(addresses);
  });

  test("a server that cannot answer is an error", async () => {
    await expect(find("fails.test")).rejects.toMatchObject({ code: "ESERVFAIL" });
  });

  test("a member with names that do not resolve delays no webhook of another", async () => {
    const receiver = new Receiver();
    const { port } = new URL(await receiver.listen());
    const resolve = systemNames({ clock, asksOtherSources: true, hosts_path, servers });
    const egress = new Egress({ rules: { allow: [], allow_everything: true }, clock, connections: 100, resolve });
    const post = (host: string, account_id: number) =>
      egress.post(`http://${host}:${port}/`, {}, "{}", { account_id, timeout_ms: 20_000, max_response_bytes: 1000 });
    const slow = Promise.allSettled(Array.from({ length: 60 }, (_, n) => post(`slow${n}.test`, 1)));
    for (let n = 0; n < 20; n += 1) expect((await post("local.test", 2)).status).toBe(200);
    expect(server.asked.filter((question) => /^slow\d+\.test A$/.test(question)).length).toBeLessThan(30);
    egress.close();
    await receiver.close();
    void slow;
  });

  test("the addresses are subject to the rules, wherever they come from", async () => {
    const resolve = systemNames({ clock, asksOtherSources: false, hosts_path, servers });
    const egress = new Egress({ rules: { allow: [], allow_everything: false }, clock, connections: 1, resolve });
    for (const host of ["local.test", "listed.test", "localhost", "six.test"]) {
      const limits = { account_id: 1, timeout_ms: 5000, max_response_bytes: 1 };
      await expect(egress.post(`http://${host}/`, {}, "{}", limits)).rejects.toThrow(
        "on a network that is not allowed",
      );
    }
    egress.close();
  });
});

describe("files of the system", () => {
  test("resolv.conf: domains that complete short names", () => {
    const conf = readResolvConf("nameserver 10.0.0.1\nsearch a.test b.test. # c\noptions edns0 ndots:2\n");
    expect(conf).toEqual({ search: ["a.test", "b.test"], ndots: 2 });
    expect(candidatesOf("x", conf)).toEqual(["x.a.test", "x.b.test", "x"]);
    expect(candidatesOf("x.y.z", conf)).toEqual(["x.y.z", "x.y.z.a.test", "x.y.z.b.test"]);
    expect(candidatesOf("x.", conf)).toEqual(["x"]);
    expect(readResolvConf("")).toEqual({ search: [], ndots: 1 });
    expect(candidatesOf("x", readResolvConf("domain only.test"))).toEqual(["x.only.test", "x"]);
  });

  test("any text is read without an error", () => {
    const text = fc.string({
      unit: fc.constantFrom("127.0.0.1", "::1", "x.test", "search", "options", "ndots:9", " ", "\n", "#", "é"),
    });
    fc.assert(
      fc.property(text, (file) => {
        for (const found of readHosts(file).values()) expect(found.length).toBeGreaterThan(0);
        const conf = readResolvConf(file);
        expect(candidatesOf("a.b", conf).length).toBeLessThanOrEqual(7);
        expect(candidatesOf("a.b", conf)).toContain("a.b");
      }),
    );
  });
});
