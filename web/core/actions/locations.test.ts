/** Live locations of a browser: moved at intervals, until they end by the clock, by a stop or by a refusal. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, ME, said, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { LocationError, type DeviceLocation } from "../ports/location.ts";
import { locationActions, type LocationActions } from "./locations.ts";

const CHAT = 2;
const HOUR_S = 3600;
const HERE = { latitude: 52.5, longitude: 13.4, horizontal_accuracy: 5 };
/** Thousandths of a degree of latitude are 111 metres. */
const north = (thousandths: number): DeviceLocation => ({ ...HERE, latitude: HERE.latitude + thousandths / 1000 });

describe("live locations", () => {
  let t: Inside;
  let locations: LocationActions;
  let device: { move: (location: DeviceLocation) => void; fail: (error: LocationError) => void } | undefined;

  /** A page of the browser that has these things stored. */
  const open = (stored?: Map<string, unknown>) => {
    device = undefined;
    t = inside(stored);
    const followDevice = (move: (location: DeviceLocation) => void, fail: (error: LocationError) => void) => {
      device = { move, fail };
      return () => (device = undefined);
    };
    locations = locationActions({ ...t, locateDevice: () => Promise.resolve(HERE), followDevice });
    return locations.followLive();
  };
  const now_s = () => t.time.now() / 1000;
  const live = (message_id: number, period_s: number) =>
    said(message_id, ME, { date: now_s(), location: { ...HERE, live_period: period_s } });
  const start = async (message_id = 7) => {
    const sent = locations.sendLocation(CHAT, { live_period: HOUR_S });
    await settle();
    const call = t.service.next()!;
    expect(call).toMatchObject({ method: "sendLocation", params: { chat_id: CHAT, ...HERE, live_period: HOUR_S } });
    call.answer(live(message_id, HOUR_S));
    await sent;
  };
  /** The moves that were sent since the last look; `refusal` answers them. */
  const moves = async (refusal?: Error) => {
    await settle();
    const calls = t.service.asked.splice(0);
    for (const { params, answer, refuse } of calls) {
      if (refusal) refuse(refusal);
      else answer(live(params.message_id as number, HOUR_S));
    }
    await settle();
    return calls.map(({ method, params }) => {
      expect(method).toBe("editMessageLiveLocation");
      return [params.message_id, Math.round((Number(params.latitude) - HERE.latitude) * 1000)];
    });
  };
  const shared = () => t.store.getState().live_shares.map(({ message_id }) => message_id);

  beforeEach(() => void open());

  test("the device is followed only while something is live", async () => {
    expect(device).toBeUndefined();
    await start();
    expect(device).toBeDefined();
    t.time.advance(HOUR_S * 1000 - 1);
    expect(shared()).toEqual([7]);
    t.time.advance(1);
    expect([device, shared(), t.stored.size]).toEqual([undefined, [], 0]);
  });

  test("of many places, the last is sent every ten seconds, and none near the one before", async () => {
    await start();
    for (const each of [1, 2, 3]) device!.move(north(each));
    expect(await moves()).toEqual([]);
    t.time.advance(10_000);
    expect(await moves()).toEqual([[7, 3]]);
    device!.move(north(3.05));
    t.time.advance(10_000);
    expect(await moves()).toEqual([]);
    device!.move(north(4));
    t.time.advance(0);
    expect(await moves()).toEqual([[7, 4]]);
    device!.move(north(5));
    t.time.advance(9999);
    expect(await moves()).toEqual([]);
    t.time.advance(1);
    expect(await moves()).toEqual([[7, 5]]);
  });

  test("a move that did not get through is repeated, with the newest place", async () => {
    await start();
    device!.move(north(1));
    t.time.advance(10_000);
    expect(await moves(new NetworkError("away"))).toEqual([[7, 1]]);
    t.time.advance(10_000);
    expect(await moves(new ApiError(429, "later", { retry_after_s: 30 }))).toEqual([[7, 1]]);
    device!.move(north(2));
    t.time.advance(29_999);
    expect(await moves()).toEqual([]);
    t.time.advance(1);
    expect(await moves()).toEqual([[7, 2]]);
  });

  test("a refusal ends it, but not the others", async () => {
    await start(7);
    await start(8);
    device!.move(north(1));
    t.time.advance(10_000);
    await settle();
    const [first, second] = t.service.asked.splice(0);
    first!.refuse(new ApiError(400, "not here", { reason: "EDIT_IMPOSSIBLE" }));
    second!.refuse(new ApiError(400, "the same", { reason: "NOT_MODIFIED" }));
    await settle();
    expect(shared()).toEqual([8]);
  });

  test("a stop, here or elsewhere, and a deletion end it at once", async () => {
    for (const id of [7, 8, 9, 10]) await start(id);
    const stopped = locations.stopLive(live(7, HOUR_S));
    expect(shared()).toEqual([8, 9, 10]);
    const call = t.service.next()!;
    expect(call).toMatchObject({ method: "stopMessageLiveLocation", params: { chat_id: CHAT, message_id: 7 } });
    call.refuse(new ApiError(400, "over", { reason: "EDIT_IMPOSSIBLE" }));
    await stopped;
    const event = { seq: 1 };
    locations.onChatEvent(CHAT, { ...event, kind: "edit", message: said(8, ME, { location: HERE }) });
    locations.onChatEvent(CHAT, { ...event, kind: "deletions", message_ids: [1, 9] });
    expect(shared()).toEqual([10]);
    locations.onChatEvent(CHAT + 1, { ...event, kind: "delete", message_id: 10 });
    expect(shared()).toEqual([10]);
    locations.onChatEvent(CHAT, { ...event, kind: "delete", message_id: 10 });
    expect([shared(), device]).toEqual([[], undefined]);
  });

  test("the next visit goes on, and another page learns of it by the events", async () => {
    await start();
    const { stored } = t;
    open(stored)();
    expect([shared(), device]).toEqual([[7], undefined]);
    const close = open(new Map());
    expect(device).toBeUndefined();
    for (const [name, value] of stored) t.stored.set(name, value);
    locations.onChatEvent(CHAT, { seq: 1, kind: "message", message: live(7, HOUR_S) });
    device!.fail(new LocationError("refused"));
    expect(t.store.getState().location_error?.kind).toBe("refused");
    device!.move(north(1));
    t.time.advance(0);
    expect(t.store.getState().location_error).toBeUndefined();
    expect(await moves()).toEqual([[7, 1]]);
    close();
    expect(device).toBeUndefined();
  });
});
