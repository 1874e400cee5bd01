/** Calls a method of the user API for a person who has no session, as the steps of scenarios do (developer mode). */
import type { Act, StepCall } from "../../developer/scenario/step-caller.ts";
import { failure } from "../../methods/engine/api-response.ts";
import { call } from "../../methods/engine/call.ts";
import type { Upload } from "../../media/upload.ts";
import type { UploadedFile } from "../../methods/engine/raw-call.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import type { ReadTx } from "../../store/db.ts";
import { observed, observePerson } from "../observed-call.ts";
import type { ApiDeps } from "../routes/api-deps.ts";

/** No session has it. */
const NO_SESSION = 0;

/** The function that calls methods of the user API as people. */
export function callerAsPerson(deps: ApiDeps, makeTraceId: () => string): Act {
  return async ({ person_id, method: name, params, files }) => {
    const trace_id = makeTraceId();
    const method = deps.methods.get(name.toLowerCase());
    const reload = (tx: ReadTx) => findActivePerson(tx, person_id);
    const account = await deps.db.read(reload);
    if (!method || !account) {
      const { status, body } = failure(404, account ? "method not found" : "user not found", trace_id);
      return { trace_id, status, body: JSON.parse(body) };
    }
    const raw = { params: new Map(Object.entries(params)), files: await uploaded(deps.uploadsOf(account), files) };
    const observation = observePerson(deps, method.name, trace_id, false);
    observation.caller(account.id, method.name);
    observation.parameters(raw.params, raw.files);
    const called = call(deps, method, { account, dialect: "native", reload }, raw, { trace_id, signal: undefined });
    const { status, body } = await observed(observation, called, deps.logsCalls);
    return { trace_id, status, body: JSON.parse(body) };
  };
}

async function findActivePerson(tx: ReadTx, person_id: number) {
  const person = await findPerson(tx, person_id);
  return person?.suspended_at === null ? { ...person, session_id: NO_SESSION } : undefined;
}

async function uploaded(
  uploads: ReturnType<ApiDeps["uploadsOf"]>,
  files: StepCall["files"],
): Promise<ReadonlyMap<string, UploadedFile>> {
  const done = new Map<string, UploadedFile>();
  const begun: Upload[] = [];
  try {
    for (const { field, file_name, bytes } of files) {
      const info = { field, ...(file_name === undefined ? {} : { file_name }) };
      const upload = uploads.open(info);
      begun.push(upload);
      if (!upload.write(bytes)) await upload.drained();
      done.set(field, { ...info, upload: await upload.finish() });
    }
    return done;
  } catch (error) {
    for (const upload of begun) await upload.abort();
    throw error;
  }
}
