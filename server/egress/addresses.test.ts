/** Every block of the IANA registries of special-purpose addresses, in every form in which IPv6 can carry it. */
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { checkUrl, isAllowed } from "./addresses.ts";

const NOTHING_MORE = { allow: [], allow_everything: false };

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast (RFC 5771), and addresses of clouds. */
const IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "100.100.100.200/32",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "169.254.169.254/32",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.0.192/32",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "255.255.255.255/32",
];

/** https://www.iana.org/assignments/iana-ipv6-special-registry, what lies outside 2000::/3, and addresses of clouds. */
const IPV6 = [
  "::/96",
  "::1/128",
  "::ffff:0:0:0/96",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001::/32",
  "2001:1::1/128",
  "2001:2::/48",
  "2001:3::/32",
  "2001:4:112::/48",
  "2001:10::/28",
  "2001:20::/28",
  "2001:30::/28",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  "4000::/2",
  "5f00::/16",
  "8000::/1",
  "fc00::/7",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "fe80::/10",
  "fe80::a9fe:a9fe/128",
  "fec0::/10",
  "ff00::/8",
];

const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => [...bytes]);

/** Any address of a block: its first bits, and others by chance. */
function inBlock(block: string, chance: readonly number[]): ipaddr.IPv4 | ipaddr.IPv6 {
  const [base, bits] = ipaddr.parseCIDR(block);
  const bytes = base.toByteArray().map((byte, i) => {
    const fixed = Math.max(0, Math.min(8, bits - i * 8));
    const mask = (0xff << (8 - fixed)) & 0xff;
    return (byte & mask) | (chance[i]! & ~mask & 0xff);
  });
  return ipaddr.fromByteArray(bytes);
}

const carried = (v4: string) => [`::ffff:${v4}`, `64:ff9b::${v4}`];

describe("addresses that are not of the public network", () => {
  test.each(IPV4)("%s is refused, and so is what carries it", (block) => {
    fc.assert(
      fc.property(octets(4), (chance) => {
        const v4 = inBlock(block, chance).toString();
        for (const text of [v4, ...carried(v4), `::${v4}`]) {
          expect([text, isAllowed(text, NOTHING_MORE)]).toEqual([text, false]);
          const host = text.includes(":") ? `[${text}]` : text;
          expect([text, checkUrl(`http://${host}/`, NOTHING_MORE)]).toEqual([text, expect.any(String)]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each(IPV6)("%s is refused", (block) => {
    fc.assert(
      fc.property(octets(16), (chance) => {
        const text = inBlock(block, chance).toString();
        expect([text, isAllowed(text, NOTHING_MORE)]).toEqual([text, false]);
        expect([text, checkUrl(`http://[${text}]/`, NOTHING_MORE)]).toEqual([text, expect.any(String)]);
      }),
      { numRuns: 50 },
    );
  });

  test("all others of IPv4 are allowed, and so is what carries them", () => {
    const isSpecial = (address: ipaddr.IPv4) => IPV4.some((block) => address.match(ipaddr.IPv4.parseCIDR(block)));
    fc.assert(
      fc.property(octets(4), (bytes) => {
        const address = new ipaddr.IPv4(bytes);
        fc.pre(!isSpecial(address));
        for (const text of [address.toString(), ...carried(address.toString())]) {
          expect([text, isAllowed(text, NOTHING_MORE)]).toEqual([text, true]);
        }
      }),
    );
  });

  test("all others of 2000::/3 are allowed", () => {
    const isSpecial = (address: ipaddr.IPv6) => IPV6.some((block) => address.match(ipaddr.IPv6.parseCIDR(block)));
    fc.assert(
      fc.property(octets(16), (bytes) => {
        const address = new ipaddr.IPv6([0x20 | (bytes[0]! & 0x1f), ...bytes.slice(1)]);
        fc.pre(!isSpecial(address));
        expect([address.toString(), isAllowed(address.toString(), NOTHING_MORE)]).toEqual([address.toString(), true]);
      }),
    );
  });

  test("what the operator lists is allowed in the forms that carry it, and nothing beside it", () => {
    const rules = { allow: ["10.1.0.0/16", "168.63.129.16/32", "fd00:1::/32"], allow_everything: false };
    for (const text of ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "168.63.129.16", "fd00:1::5"]) {
      expect([text, isAllowed(text, rules)]).toEqual([text, true]);
    }
    for (const text of ["10.2.0.1", "::ffff:10.2.0.1", "2002:a01:203::1", "::10.1.2.3", "fd00:2::5", "nonsense", ""]) {
      expect([text, isAllowed(text, rules)]).toEqual([text, false]);
    }
  });
});
