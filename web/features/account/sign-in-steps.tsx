/** What comes between the password and the session. */
import { lazy, Suspense } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";

const EnrolmentStep = lazy(() => import("./enrolment-step.tsx").then((module) => ({ default: module.EnrolmentStep })));

interface SignInStepsProps {
  readonly step: SignInStep;
  readonly onBack: () => void;
  /** Called when the session is open, where the page does not lead on by itself. */
  readonly onOpened?: () => void;
}

export function SignInSteps({ step, onBack, onOpened = () => {} }: SignInStepsProps) {
  if (step.kind === "second_factor") return <SecondFactorStep asked={step.asked} onBack={onBack} onOpened={onOpened} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <EnrolmentStep token={step.token} onBack={onBack} onOpened={onOpened} />
    </Suspense>
  );
}
