/** The number by which a person sees that two screens belong together: large, in two groups. */

export function DeviceNumber({ number }: { readonly number: string }) {
  return (
    <strong dir="ltr" className="font-mono text-4xl font-semibold tracking-widest text-text">
      {number.slice(0, 2)} {number.slice(2)}
    </strong>
  );
}
