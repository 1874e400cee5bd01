/** How often a mail tells the person of mentions that stayed unread. */
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MailSettings } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { MAIL } from "../account/use-mail-settings.ts";
import { useAction } from "../forms/use-action.ts";
import { Select } from "../../ui/forms/choice.tsx";

type Digest = MailSettings["digest"];

export function DigestChoice({ digest }: { readonly digest: Digest }) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  /** What was chosen, until the settings are read again. */
  const [wanted, setWanted] = useState<Digest>();
  const save = async (every: Digest) => {
    try {
      await api.call("setMailDigest", { every });
      await refetchAfterChange(queries, MAIL);
    } finally {
      setWanted(undefined);
    }
  };
  const { start } = useAction(save, MAIL);
  return (
    <Select
      label={t`Mails about mentions that you have not read`}
      value={wanted ?? digest}
      onChoose={(every) => {
        setWanted(every);
        start(every);
      }}
      choices={[
        { value: "off", label: t`None` },
        { value: "hourly", label: t`At most one an hour` },
        { value: "daily", label: t`At most one a day` },
      ]}
    />
  );
}
