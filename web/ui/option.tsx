/** An entry of a list that a field chooses from: it comes into sight when it is chosen, and never has the keyboard. */
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
