/** A QR code, whose encoder is in a chunk of its own. */
import { Skeleton } from "../feedback/skeleton.tsx";
import { lazyComponent } from "../lazy-component.tsx";

export const LazyQrCode = lazyComponent(
  async () => (await import("./qr-code.tsx")).QrCode,
  <Skeleton className="size-52" />,
);
