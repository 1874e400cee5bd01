/** A form with a name alone, as that of a new world or of a snapshot. */
import { MAX_WORLD_NAME } from "@heliogram/shared/limits.ts";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";

interface NameFormProps {
  readonly label: string;
  /** The words of the button. */
  readonly children: ReactNode;
  /** Whether the name may be empty. */
  readonly isOptional?: boolean;
  /** Rejects with the error that is shown. The field is emptied when it resolves. */
  readonly onSubmit: (name: string) => Promise<void>;
}

export function NameForm({ label, children, isOptional = false, onSubmit }: NameFormProps) {
  const errorMessage = useErrorMessage();
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useMutation({ mutationFn: onSubmit, onSuccess: () => setName("") });
  const isReady = isOptional || name !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate(name);
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-start gap-3">
      <TextField
        label={label}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_WORLD_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...(error ? { error: errorMessage(error) } : {})}
      />
      <Button type="submit" variant="soft" disabled={isPending || !isReady} className="mt-[1.625rem]">
        {children}
      </Button>
    </form>
  );
}
