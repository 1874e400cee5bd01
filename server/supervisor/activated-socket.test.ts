/** Which variables of systemd count. */
import { expect, test } from "vitest";
import { activatedSocket } from "./activated-socket.ts";

test.each([
  ["of this process", { LISTEN_PID: "7", LISTEN_FDS: "1", LISTEN_FDNAMES: "heliogram.socket" }, 3],
  ["of a process before, which systemd has started", { LISTEN_PID: "6", LISTEN_FDS: "1" }, undefined],
  ["none", {}, undefined],
])("%s", (_what, variables, fd) => {
  const env: Record<string, string | undefined> = { ...variables, HOME: "/" };
  expect(activatedSocket(env, 7)).toBe(fd);
  expect(env).toEqual({ HOME: "/" });
});

test("several sockets are refused", () => {
  expect(() => activatedSocket({ LISTEN_PID: "7", LISTEN_FDS: "2" }, 7)).toThrow("systemd has passed 2 sockets");
});
