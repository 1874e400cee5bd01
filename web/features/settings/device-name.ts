/** What a device is called that may not have said what it is. */
import { useLingui } from "@lingui/react/macro";

export function useDeviceName(): (label: string) => string {
  const { t } = useLingui();
  return (label) => (label === "" ? t`A program` : label);
}
