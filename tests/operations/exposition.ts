/** Reads metrics in the text format of Prometheus (version 0.0.4). */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The metrics by name. @throws Error at a line that is not valid, and at a second family of one name */
export function families(text: string): Map<string, Family> {
  const found = new Map<string, { type: string; help: string; samples: Sample[] }>();
  let current: { type: string; help: string; samples: Sample[] } | undefined;
  for (const line of text.trimEnd().split("\n")) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") {
      if (found.has(name!)) throw new Error(`two families are called ${name}`);
      found.set(name!, (current = { type: "", help: rest!, samples: [] }));
    } else if (kind === "TYPE") current!.type = rest!;
    else current!.samples.push(readSample(line));
  }
  return found;
}

function readSample(line: string): Sample {
  const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  const pairs = Array.from(labels.matchAll(LABEL), ([, key, text]) => [key!, text!] as const);
  return { name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) };
}
