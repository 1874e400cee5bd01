/** A page of the developer's that is no list with details: one column that scrolls. */
import type { ReactNode } from "react";

export function PageColumn({ children }: { readonly children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="safe-bottom mx-auto flex max-w-3xl flex-col gap-4 p-4">{children}</div>
    </div>
  );
}
