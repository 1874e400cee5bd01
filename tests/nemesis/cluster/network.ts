/**
 * Network namespaces of the suite's own, one for each node, joined to the machine by a pair of veth interfaces. `nft` drops
 * packets inside them, so nothing of the machine's own network is touched. Only root can make them.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { atExit } from "../../../tools/at-exit.ts";

/** Addresses for tests between devices (RFC 2544), which no network uses. */
const PREFIX = "198.18";
const TABLE = "inet nemesis";

/** What a node cannot reach: one port of the machine, or anything. `answers` alone: its packets leave, and nothing comes back. */
export type Cut = { readonly port: number } | "everything" | "answers";

export class Namespace {
  readonly name: string;
  /** The node's own address. */
  readonly address: string;
  /** The machine's address in this network. */
  readonly gateway: string;
  /** The words before a command that runs inside. */
  readonly enter: readonly string[];
  readonly #link: string;
  #cancelCleanUp = () => {};

  private constructor(name: string, subnet: string, index: number) {
    this.name = name;
    this.#link = `${name}m`;
    this.gateway = `${subnet}.${4 * index + 1}`;
    this.address = `${subnet}.${4 * index + 2}`;
    this.enter = ["ip", "netns", "exec", name];
  }

  /** @throws Error where that is not allowed */
  static create(subnet: string, index: number): Namespace {
    const space = new Namespace(`hg${randomBytes(3).toString("hex")}`, subnet, index);
    const inner = `${space.name}n`;
    run("ip", "netns", "add", space.name);
    space.#cancelCleanUp = atExit(space.#endNow);
    run("ip", "link", "add", space.#link, "type", "veth", "peer", "name", inner);
    run("ip", "link", "set", inner, "netns", space.name);
    run("ip", "addr", "add", `${space.gateway}/30`, "dev", space.#link);
    run("ip", "link", "set", space.#link, "up");
    const inside = (...command: string[]) => run(...space.enter, ...command);
    inside("ip", "addr", "add", `${space.address}/30`, "dev", inner);
    inside("ip", "link", "set", inner, "up");
    inside("ip", "link", "set", "lo", "up");
    inside("ip", "route", "add", "default", "via", space.gateway);
    return space;
  }

  /** Drops packets, without a word to either side. */
  cut(what: Cut): void {
    const drops =
      what === "everything"
        ? ["output oifname != lo drop", "input iifname != lo drop"]
        : what === "answers"
          ? ["input iifname != lo drop"]
          : [`output tcp dport ${what.port} drop`, `input tcp sport ${what.port} drop`];
    this.#nft(`add table ${TABLE}`);
    for (const hook of ["input", "output"])
      this.#nft(`add chain ${TABLE} ${hook} { type filter hook ${hook} priority 0 ; }`);
    for (const rule of drops) this.#nft(`add rule ${TABLE} ${rule}`);
  }

  /** Lets everything pass again. */
  mend(): void {
    this.#nft(`add table ${TABLE}`);
    this.#nft(`delete table ${TABLE}`);
  }

  remove(): void {
    this.#cancelCleanUp();
    this.#endNow();
  }

  readonly #endNow = () => {
    // The pair of interfaces ends with one of them.
    spawnSync("ip", ["link", "del", this.#link]);
    spawnSync("ip", ["netns", "del", this.name]);
  };

  #nft(command: string): void {
    run(...this.enter, "nft", command);
  }
}

/** A part of the address range that no interface of this machine has. */
export function freeSubnet(): string {
  const used = run("ip", "-o", "-4", "addr");
  for (;;) {
    const subnet = `${PREFIX}.${randomBytes(1)[0]}`;
    if (!used.includes(`${subnet}.`)) return subnet;
  }
}

/** Why there can be no namespaces here; `undefined` where there can. */
export function whyNoNamespaces(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can make network namespaces";
  try {
    const space = Namespace.create(freeSubnet(), 0);
    try {
      space.cut("everything");
    } finally {
      space.remove();
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function run(program = "", ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (error) throw new Error(`${program} cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr.trim()}`);
  return stdout;
}
