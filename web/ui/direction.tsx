/** Provides the text direction to components that position elements. */
import { DirectionProvider } from "@base-ui/react/direction-provider";
import type { ReactNode } from "react";

interface DirectionProps {
  readonly dir: "ltr" | "rtl";
  readonly children: ReactNode;
}

export function Direction({ dir, children }: DirectionProps) {
  return <DirectionProvider direction={dir}>{children}</DirectionProvider>;
}
