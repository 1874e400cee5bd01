/**
 * An option of a listbox that a text field controls: it scrolls into view when it is active, and never has the focus.
 */
import type { ComponentProps } from "react";

interface OptionProps extends ComponentProps<"li"> {
  readonly chosen: boolean;
}

export function Option({ chosen, ...item }: OptionProps) {
  return (
    <li
      role="option"
      aria-selected={chosen}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: "nearest" });
      }}
      {...item}
    />
  );
}
