/** Signs in another device: shows a QR code, then the device that has used it, which the person confirms or refuses. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClient, useClientState } from "../../../core/client/context.tsx";
import { Page, Section } from "../../../ui/layout/page.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { DEVICE_CODE, type Answered } from "./device-code.ts";
import { AskedDevice } from "./asked-device.tsx";
import { Outcome } from "./outcome.tsx";
import { ShownCode } from "./shown-code.tsx";

/** A claim ends by itself, of which no event tells. */
const LOOK_AGAIN_MS = 20_000;

export function DeviceScreen() {
  const { t } = useLingui();
  return (
    <Page
      title={<Trans>Sign in on another device</Trans>}
      back={{ to: "/settings", label: t`Back to the settings`, always: true }}
    >
      <Section>
        <Steps />
      </Section>
    </Page>
  );
}

function Steps() {
  const { api } = useClient();
  const [answered, setAnswered] = useState<Answered>();
  const changed = useClientState((state) => state.sessions_seq);
  const { data } = useQuery({
    queryKey: [...DEVICE_CODE, changed],
    queryFn: () => api.call("getDeviceCode", {}),
    refetchInterval: ({ state }) => (state.data?.state === "claimed" ? LOOK_AGAIN_MS : false),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (answered) return <Outcome answered={answered} onAgain={() => setAnswered(undefined)} />;
  if (!data) return <Skeleton className="h-64" />;
  if (data.state === "claimed" && data.device) return <AskedDevice device={data.device} onAnswer={setAnswered} />;
  return <ShownCode />;
}
