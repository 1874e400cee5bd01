/** A password field with a button that shows the password. */
import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { classes } from "../classes.ts";
import { INPUT_CLASS } from "./text-field.tsx";
import { LabelledControl, type LabelProps } from "./labelled-control.tsx";

interface PasswordFieldProps extends Omit<ComponentProps<"input">, "type">, Omit<LabelProps, "error"> {}

export function PasswordField({ label, hint, className, ...input }: PasswordFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  // Browsers remember the values of plain text fields, so the field is a password field when the form is submitted.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <LabelledControl label={label} hint={hint}>
      {(attributes) => (
        <div className="relative">
          <input
            ref={field}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            dir="ltr"
            className={classes(INPUT_CLASS, "pr-11 rtl:pr-3 rtl:pl-11 rtl:text-right", className)}
            {...attributes}
            {...input}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={t`Show what is typed`}
            title={t`Show what is typed`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-lg text-soft hover:text-text"
          >
            <Icon aria-hidden className="size-4.5" />
          </button>
        </div>
      )}
    </LabelledControl>
  );
}
