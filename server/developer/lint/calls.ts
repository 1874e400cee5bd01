/** The rules about what bots call: methods and parameters that do not exist, are ignored or were replaced. */
import { evidenceOf, type BotApi, type BotCall, type LintRule } from "./rule.ts";

export const unsupportedMethod: LintRule = {
  name: "unsupported_method",
  severity: "error",
  doc: "The bot calls a method that Telegram's Bot API has and this service has not.",
  *check({ calls, api }) {
    for (const call of calls) {
      const name = isUnknown(call, api) ? api.unsupportedMethod(call.method) : undefined;
      if (name === undefined) continue;
      const message = `${name} is a method of Telegram's Bot API that this service does not have. The bot must do without it here.`;
      yield evidenceOf(call, name, message);
    }
  },
};

export const unknownMethod: LintRule = {
  name: "unknown_method",
  severity: "error",
  doc: "The bot calls a method that neither this service nor Telegram's Bot API has.",
  *check({ calls, api }) {
    for (const call of calls) {
      if (!isUnknown(call, api) || api.unsupportedMethod(call.method) !== undefined) continue;
      const name = call.method === "" ? "The empty name" : call.method;
      yield evidenceOf(call, call.method, `${name} is no method. The reference lists the names of all methods.`);
    }
  },
};

function isUnknown({ status, method }: BotCall, api: BotApi): boolean {
  return status === 404 && api.parameters(method) === undefined;
}

export const unknownParameter: LintRule = {
  name: "unknown_parameter",
  severity: "warning",
  doc: "The bot passes a parameter that the method does not have. It is ignored, so a misspelt one has no effect.",
  *check({ calls, api }) {
    for (const [call, name] of ignoredParameters(calls, api)) {
      if (api.unsupportedParameters.has(name)) continue;
      const message = `${call.method} has no parameter ${name}, so it is ignored. Check its spelling, or leave it out.`;
      yield evidenceOf(call, `${call.method} ${name}`, message);
    }
  },
};

export const unsupportedParameter: LintRule = {
  name: "unsupported_parameter",
  severity: "info",
  doc: "The bot passes a parameter that Telegram's Bot API has and this service ignores.",
  *check({ calls, api }) {
    for (const [call, name] of ignoredParameters(calls, api)) {
      if (!api.unsupportedParameters.has(name)) continue;
      const message = `${call.method} ignores ${name}, which Telegram's Bot API has. The bot must not depend on it here.`;
      yield evidenceOf(call, `${call.method} ${name}`, message);
    }
  },
};

/** The parameters of calls that their methods do not have. */
function* ignoredParameters(calls: readonly BotCall[], api: BotApi): Iterable<readonly [BotCall, string]> {
  for (const call of calls) {
    const known = call.params === null ? undefined : api.parameters(call.method);
    for (const name of known ? namesOf(call) : []) if (!known!.has(name)) yield [call, name];
  }
}

export const replacedParameter: LintRule = {
  name: "replaced_parameter",
  severity: "info",
  doc: "The bot passes a parameter that Telegram's Bot API has replaced by another one. The service takes both.",
  *check({ calls, api }) {
    for (const call of calls) {
      for (const name of namesOf(call)) {
        const replacement = api.replacedParameters.get(name);
        const known = api.parameters(call.method);
        if (replacement === undefined || !known?.has(name) || !known.has(replacement)) continue;
        const message = `Telegram's Bot API has replaced ${name} of ${call.method} by ${replacement}. Both work here; use the newer one.`;
        yield evidenceOf(call, `${call.method} ${name}`, message);
      }
    }
  },
};

/** The parameters that a call passes with a value. Libraries name the method in `method` too. */
function* namesOf({ params }: BotCall): Iterable<string> {
  for (const [name, value] of params ?? [])
    if (name !== "method" && value !== undefined && value !== null && value !== "" && value !== "null") yield name;
}
