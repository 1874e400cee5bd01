/** The user's passkeys: a list, and the step that is open in its place. */
import { useState } from "react";
import { RecoveryCodes } from "../../account/recovery-codes.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import type { Step } from "./passkey-step.ts";
import { AddStep, RemoveStep, RenameStep } from "./passkey-steps.tsx";

export function Passkeys() {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  switch (step?.name) {
    case "add":
      return <AddStep onDone={(codes) => setStep(codes && { name: "codes", codes })} onCancel={close} />;
    case "rename":
      return <RenameStep passkey={step.passkey} onDone={close} />;
    case "remove":
      return <RemoveStep passkey={step.passkey} onDone={close} />;
    case "codes":
      return <RecoveryCodes codes={step.codes} onDone={close} />;
    case undefined:
      return <PasskeyList onStep={setStep} />;
  }
}
