/** Data fetched after a change is never a response from before it. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { refetchAfterChange } from "./refetch.ts";

test.each([0, 1])("a query that is running after %i responses is fetched again", async (answered) => {
  const queries = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve));
  const observer = new QueryObserver(queries, { queryKey: ["members", 1], queryFn, retry: false });
  const stop = observer.subscribe(() => {});
  if (answered > 0) {
    asked.shift()!("at first");
    await vi.waitUntil(() => observer.getCurrentResult().data === "at first", { timeout: 60_000 });
    void observer.refetch();
  }
  expect(asked).toHaveLength(1);
  const again = refetchAfterChange(queries, ["members"]);
  await expect.poll(() => asked.length).toBe(2);
  asked[0]!("before the change");
  asked[1]!("after it");
  await again;
  expect(observer.getCurrentResult()).toMatchObject({ data: "after it", isFetching: false });
  stop();
});
