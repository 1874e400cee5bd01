/** The configurations in the guides: each is a file that the guide shows as it is, and that its program accepts. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { startWorld, type Json } from "../support/service.ts";
import { configuration, CONFIGURATIONS, filledIn, GUIDES, lacks } from "./guide-files.ts";

/** The guide that shows each file. */
const SHOWN_IN: Readonly<Record<string, string>> = {
  "nginx.conf": "proxy.md",
  Caddyfile: "proxy.md",
  "haproxy-one.cfg": "proxy.md",
  "traefik.yaml": "proxy.md",
  "traefik-chat.yaml": "proxy.md",
  "nginx-nodes.conf": "several-nodes.md",
  "haproxy.cfg": "several-nodes.md",
  "heliogram.service": "operate.md",
  "heliogram.socket": "operate.md",
  "heliogram-https.socket": "operate.md",
  Dockerfile: "run-the-package.md",
  "compose.yaml": "run-the-package.md",
  "compose-services.yaml": "run-the-package.md",
  "heliogram-package.service": "run-the-package.md",
  "fail2ban-filter.conf": "operate.md",
  "fail2ban-jail.conf": "operate.md",
};

test("every file is shown by its guide, to the letter", () => {
  expect(readdirSync(CONFIGURATIONS).toSorted()).toEqual(Object.keys(SHOWN_IN).toSorted());
  for (const [name, guide] of Object.entries(SHOWN_IN)) {
    const text = readFileSync(join(GUIDES, guide), "utf8");
    expect(text).toContain(`\n${configuration(name).trimEnd()}\n\`\`\`\n`);
    expect(text).toContain(`(configurations/${name})`);
  }
});

test("fail2ban's filter finds the address in the line of a failed sign-in, and in no other", async () => {
  const [, pattern = ""] = /^failregex = (.*)$/m.exec(configuration("fail2ban-filter.conf"))!;
  const filter = new RegExp(pattern.replace("<ADDR>", "(?<address>[0-9a-f.:]+)"));
  const t = await startWorld("memory");
  const addresses = ["203.0.113.9", "2001:db8:1:2::5"];
  for (const address of addresses) {
    const headers = { "x-forwarded-for": address };
    const claim = `","client":"192.0.2.1","msg":"a sign-in failed"}`;
    expect((await t.post("/api/signIn", { username: claim, password: "wrong" }, headers)).status).toBe(401);
    expect((await t.post(`/api/${encodeURIComponent(claim)}`, {}, headers)).status).toBe(404);
    expect((await t.post("/api/listChats", {}, headers)).status).toBe(401);
  }
  const found = t.log.flatMap((line) => filter.exec(line.trimEnd())?.groups?.address ?? []);
  expect(found).toEqual(addresses);
  await t.stop();
});

test.skipIf(lacks("systemd-analyze"))("systemd accepts the units", async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-unit-"));
  const unit = join(dir, "heliogram.service");
  const sockets = ["heliogram.socket", "heliogram-https.socket"];
  // The test machine has no checkout there.
  writeFileSync(unit, filledIn("heliogram.service", { "/srv/heliogram/node_modules/.bin/node": process.execPath }));
  for (const name of sockets) writeFileSync(join(dir, name), configuration(name));
  const files = [unit, ...sockets.map((name) => join(dir, name))];
  const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", "--man=no", ...files]);
  expect(stdout + stderr).not.toMatch(/heliogram(?:-https)?\.(?:service|socket)/);
  rmSync(dir, { recursive: true });
});

test.skipIf(lacks("systemd-analyze"))(
  "systemd accepts the unit of the package with its socket, and rates it as safe",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-unit-"));
    const [unit, socket] = [join(dir, "heliogram.service"), join(dir, "heliogram.socket")];
    const command = "/usr/bin/node /opt/heliogram/node_modules/heliogram/dist/heliogram.js serve --supervised";
    writeFileSync(unit, filledIn("heliogram-package.service", { [command]: `${process.execPath} --version` }));
    writeFileSync(socket, configuration("heliogram.socket"));
    const analyze = (...args: string[]) => promisify(execFile)("systemd-analyze", args);
    const { stdout, stderr } = await analyze("verify", "--man=no", unit, socket);
    expect(stdout + stderr).not.toContain("heliogram.");
    // In tenths.
    await analyze("security", "--offline=true", "--threshold=20", "--no-pager", unit);
    writeFileSync(unit, configuration("heliogram-package.service").replace("ProtectSystem=strict", ""));
    await expect(analyze("security", "--offline=true", "--threshold=16", "--no-pager", unit)).rejects.toThrow(
      "Command failed",
    );
    rmSync(dir, { recursive: true });
  },
);

test("Traefik's files are YAML, and the first names the second", () => {
  const [first, second] = ["traefik.yaml", "traefik-chat.yaml"].map((name) => parse(configuration(name)) as Json);
  const [entry] = Object.keys(first.entryPoints);
  const { routers, services } = second.http;
  expect(routers.chat).toMatchObject({ entryPoints: [entry], service: Object.keys(services)[0] });
  expect(configuration("traefik-chat.yaml")).toContain("!Path(`/metrics`)");
  expect(readFileSync(join(GUIDES, "proxy.md"), "utf8")).toContain(`\`${first.providers.file.filename}\``);
});
