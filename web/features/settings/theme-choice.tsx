/** The choice of the theme: light, dark or the system's. */
import { useLingui } from "@lingui/react/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { chooseTheme, chosenTheme, type Theme } from "./theme.ts";

export function ThemeChoice() {
  const { t } = useLingui();
  const { storage } = useClient().ports;
  const [theme, setTheme] = useState(() => chosenTheme(storage));
  const choices = [
    ["system", t`System`, Monitor],
    ["light", t`Light`, Sun],
    ["dark", t`Dark`, Moon],
  ] as const satisfies readonly (readonly [Theme, string, unknown])[];
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t`Theme`}</legend>
      {choices.map(([name, label, Icon]) => (
        <label
          key={name}
          className="flex cursor-pointer flex-col items-center gap-2 rounded-xl border border-line p-4 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === name}
            onChange={() => {
              chooseTheme(storage, name);
              setTheme(name);
            }}
          />
          <Icon aria-hidden className="size-6 text-soft" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
