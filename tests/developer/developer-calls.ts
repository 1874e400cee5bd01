/** Calls of the developer API in tests. */
import type { Json, TestService } from "../support/service.ts";

/** Calls a method of the developer API and expects success. */
export async function develop(t: TestService, method: string, params: object = {}): Promise<Json> {
  const { status, body } = await t.post(`/developer/${method}`, params);
  if (body?.ok !== true) throw new Error(`${method} answered ${status} ${JSON.stringify(body)}`);
  return body.result;
}
