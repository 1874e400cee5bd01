/** Whose words or picture a block shows. */
import type { ReactNode } from "react";

export function Credit({ children }: { readonly children: ReactNode }) {
  return <p className="text-sm text-soft">— {children}</p>;
}
