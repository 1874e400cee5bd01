/** Each person has a host name of their own where the service runs on the machine of the browser. */
import { expect, test } from "vitest";
import { personAddress } from "./person-address.ts";

test.each([
  ["http://localhost:8080", "alice", "main", "http://alice.localhost:8080/developer/as/alice"],
  ["http://127.0.0.1:8080", "alice", "main", "http://alice.localhost:8080/developer/as/alice"],
  ["http://[::1]:8080", "alice", "main", "http://alice.localhost:8080/developer/as/alice"],
  ["http://bob.localhost:8080", "alice", "main", "http://alice.localhost:8080/developer/as/alice"],
  ["http://localhost:8080", "Alice_Smith", "main", "http://alice-smith.localhost:8080/developer/as/Alice_Smith"],
  // No host name may end like this.
  ["http://localhost:8080", "alice_", "main", "http://person-7.localhost:8080/developer/as/alice_"],
  ["http://localhost:8080", undefined, "main", "http://person-7.localhost:8080/developer/as/7"],
  ["http://192.168.1.20:8080", "alice", "main", "http://192.168.1.20:8080/developer/as/alice"],
  ["http://localhost:8080", "alice", "Shop_1", "http://alice.shop-1.localhost:8080/developer/as/alice?world=Shop_1"],
  ["http://alice.shop.localhost:8080", "bob", "main", "http://bob.localhost:8080/developer/as/bob"],
  ["http://localhost:8080", "alice", "s_", "http://alice.world.localhost:8080/developer/as/alice?world=s_"],
  ["http://192.168.1.20:8080", "alice", "shop", "http://192.168.1.20:8080/developer/as/alice?world=shop"],
])("from %s, %s of %s is at %s", (origin, username, world, address) => {
  expect(personAddress(origin, { id: 7, ...(username === undefined ? {} : { username }) }, world)).toBe(address);
});
