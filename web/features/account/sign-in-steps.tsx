/** What comes between the password and the session. */
import { useNavigate } from "@tanstack/react-router";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";

const EnrolmentStep = lazyComponent(
  async () => (await import("./enrolment-step.tsx")).EnrolmentStep,
  <LoadingScreen />,
);

interface SignInStepsProps {
  readonly step: SignInStep;
  /** Called when the person begins anew, where that does not lead to the sign-in page. */
  readonly onBack?: () => void;
  /** Called when the session is open, where the page does not lead on by itself. */
  readonly onOpened?: () => void;
}

export function SignInSteps({ step, onBack, onOpened = () => {} }: SignInStepsProps) {
  const navigate = useNavigate();
  const back = onBack ?? (() => void navigate({ to: "/sign-in", search: {} }));
  return step.kind === "second_factor" ? (
    <SecondFactorStep asked={step.asked} onBack={back} onOpened={onOpened} />
  ) : (
    <EnrolmentStep token={step.token} onBack={back} onOpened={onOpened} />
  );
}
