/** A list of names with their values. On a narrow screen each value is below its name. */
import type { ReactNode } from "react";

export function FactList({ facts }: { readonly facts: readonly (readonly [ReactNode, ReactNode] | false)[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map((fact, i) =>
        fact === false ? null : (
          // Facts have no identity other than their position.
          <div key={i} className="sm:contents">
            <dt className="text-soft">{fact[0]}</dt>
            <dd className="[overflow-wrap:anywhere]">{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
