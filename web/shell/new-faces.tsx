/** Lets every face on the screen be the newest that was heard of. */
import type { ReactNode } from "react";
import { useClientState } from "../client/context.tsx";
import { FacesContext } from "../ui/faces.ts";

export function NewFaces({ children }: { readonly children: ReactNode }) {
  return <FacesContext value={useClientState((state) => state.faces)}>{children}</FacesContext>;
}
