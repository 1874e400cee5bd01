/** Makes a scenario of recorded calls and updates. */
import type { Scenario, ScenarioAnswer, ScenarioFile, ScenarioStep } from "@heliogram/shared/wire.ts";
import { shownParams, type RecordedCall } from "../calls/call-log.ts";
import { parsed } from "../json-values.ts";
import type { RecordedUpdate } from "../updates/update-log.ts";
import { collectCall, collectMarkups, collectUpdate, objectIn } from "./collect.ts";
import { answerMethod, stepMethod, type Directory, type MethodFacts } from "./facts.ts";
import { placeOf, type References } from "./references.ts";
import { nameValues, type Naming } from "./values.ts";

export interface Recording {
  readonly directory: Directory;
  readonly methods: MethodFacts;
  readonly references: References;
  readonly calls: readonly RecordedCall[];
  readonly updates: readonly RecordedUpdate[];
}

/** A call of a person, and the calls of bots after it. */
export interface Group {
  /** Absent if a step could not be called. */
  readonly call: RecordedCall | undefined;
  readonly answers: readonly RecordedCall[];
}

/** The successful steps among calls and the answers after each, in the order in which the calls arrived. */
export function groupCalls(methods: MethodFacts, calls: readonly RecordedCall[]): Group[] {
  const groups: { readonly call: RecordedCall; readonly answers: RecordedCall[] }[] = [];
  for (const call of calls.toSorted((a, b) => a.id - b.id)) {
    if (isStep(methods, call)) groups.push({ call, answers: [] });
    else if (isAnswer(methods, call)) groups.at(-1)?.answers.push(call);
  }
  return groups;
}

function isStep(methods: MethodFacts, { api, method, status, account_id }: RecordedCall): boolean {
  return api === "person" && status === 200 && account_id !== null && stepMethod(methods, method) !== undefined;
}

export function isAnswer(methods: MethodFacts, call: RecordedCall): boolean {
  const { api, method, status, account_id, is_repeat } = call;
  if (api === "person" || account_id === null || is_repeat) return false;
  return answerMethod(methods, method, status) !== undefined;
}

/** Names what the calls of one group have made, and those that come before names are needed. */
export function collectGroup({ references, directory, updates }: Recording, group: Group, step: number): void {
  const { call, answers } = group;
  if (call) {
    const made = { references, label: `step ${step}` };
    collectCall(made, call);
    for (const each of updates) if (each.update.trace_id === call.trace_id) collectUpdate(made, each);
    collectMarkups(references, call);
  }
  for (const answer of answers) {
    const bot = directory.nameOf(answer.account_id!) ?? String(answer.account_id);
    collectCall({ references, label: `step ${step} ${bot}` }, answer);
    collectMarkups(references, answer);
  }
}

/** One step with its answers. A step that could not be called is that of another scenario. */
export function stepOf(recording: Recording, group: Group, step: number, uncalled?: ScenarioStep): ScenarioStep {
  const { call } = group;
  const head = call ? stepHead(recording, call) : uncalled!;
  collectGroup(recording, group, step);
  const answers = group.answers.map((answer) => answerOf(recording, answer));
  return { ...head, ...(answers.length > 0 ? { answers } : {}) };
}

/** @param before - earlier calls, of which only the keyboards matter */
export function scenarioOf(recording: Recording, before: readonly RecordedCall[]): Scenario {
  const { methods, references, calls } = recording;
  for (const call of before) if (isStep(methods, call) || isAnswer(methods, call)) collectMarkups(references, call);
  const steps = groupCalls(methods, calls).map((group, i) => stepOf(recording, group, i + 1));
  return { scenario: 1, steps };
}

/** What the call was before it changed anything: a message that it deletes has its name still. */
function stepHead(recording: Recording, call: RecordedCall): ScenarioStep {
  const { directory, methods, references } = recording;
  const does = stepMethod(methods, call.method)!;
  const naming = namingOf(recording, call);
  const sent = sentValues(methods, "user", does, call);
  const values: Record<string, unknown> = { ...nameValues(sent, naming) };
  if (does === "pressButton") {
    const place = placeOf(call.account_id!, Number(sent.chat_id));
    const button = references.buttonText(place, Number(sent.message_id), sent.callback_data);
    if (button !== undefined) {
      delete values.callback_data;
      values.button = button;
    }
  }
  // Bots choose the ids of their drafts anew.
  if (does === "stopMessageGeneration") delete values.draft_id;
  return {
    person: directory.nameOf(call.account_id!) ?? String(call.account_id),
    does,
    ...partsOf(values, call),
  };
}

function answerOf(recording: Recording, call: RecordedCall): ScenarioAnswer {
  const { directory, methods } = recording;
  const calls = answerMethod(methods, call.method, call.status)!;
  const values = nameValues(sentValues(methods, "bot", calls, call), namingOf(recording, call));
  return {
    bot: directory.nameOf(call.account_id!) ?? String(call.account_id),
    calls,
    ...partsOf(values, call),
    ...(call.status === 200 ? {} : { refused: refusalOf(call) }),
  };
}

function namingOf({ directory, references }: Recording, { account_id, at_ms }: RecordedCall): Naming {
  return { directory, references, account_id: account_id!, now_s: Math.floor(at_ms / 1000) };
}

/** The parameters and files of a call. Libraries name the parts of files at random. */
function partsOf(values: Readonly<Record<string, unknown>>, { files }: RecordedCall) {
  const fields = new Map(files.map(({ field }, i) => [field, `file ${i + 1}`]));
  const text = JSON.stringify(values);
  const isAttached = (field: string) => text.includes(`"attach://${field}"`);
  const shown: ScenarioFile[] = files.map(({ field, size, file_name }) => ({
    field: isAttached(field) ? fields.get(field)! : field,
    size,
    ...(file_name === null ? {} : { file_name }),
  }));
  const named = JSON.parse(
    text.replaceAll(/"attach:\/\/([^"]*)"/g, (all, field: string) => {
      const name = fields.get(field);
      return name === undefined ? all : `"attach://${name}"`;
    }),
  ) as Readonly<Record<string, unknown>>;
  return {
    ...(Object.keys(named).length > 0 ? { with: named } : {}),
    ...(shown.length > 0 ? { files: shown } : {}),
  };
}

/** The parameters with the types that the method declares, whichever encoding they were sent in. */
function sentValues(methods: MethodFacts, api: "bot" | "user", method: string, call: RecordedCall) {
  const sent = Object.entries(objectIn(shownParams(call))).filter(([name]) => name !== "method");
  return Object.fromEntries(sent.map(([name, value]) => [name, typed(value, methods.typeOf(api, method, name))]));
}

function typed(value: unknown, type: string | undefined): unknown {
  if (typeof value !== "string" || type === "string") return value;
  if (type === "integer" || type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === "boolean") return /^(true|1|yes)$/i.test(value) || (!/^(false|0|no)$/i.test(value) && value);
  return /^[[{]/.test(value) ? (parsed(value) ?? value) : value;
}

function refusalOf({ status, response }: RecordedCall): string {
  const { description } = objectIn(response);
  return typeof description === "string" ? description : `status ${status}`;
}
