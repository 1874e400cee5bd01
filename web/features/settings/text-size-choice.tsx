/** The choice of the text size. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { chosenTextSize, chooseTextSize } from "./text-size.ts";

export function TextSizeChoice() {
  const { t } = useLingui();
  const { storage } = useClient().ports;
  const [size, setSize] = useState(() => chosenTextSize(storage));
  return (
    <Select
      label={t`Text size`}
      value={size}
      onChoose={(chosen) => {
        chooseTextSize(storage, chosen);
        setSize(chosen);
      }}
      choices={[
        { value: "small", label: t`Small` },
        { value: "normal", label: t`Normal` },
        { value: "large", label: t`Large` },
        { value: "huge", label: t`Very large` },
      ]}
    />
  );
}
