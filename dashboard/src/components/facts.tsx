import type { ComponentChildren } from 'preact';

/** One fact in a list of facts (`dl`): its name, and what is known. */
export function Fact({
  name,
  class: className,
  children,
}: {
  name: string;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd class={className}>{children}</dd>
    </>
  );
}

/** A fact that is an id, a hash or another code. Nothing where it is missing. */
export function CodeFact({ name, code }: { name: string; code: string | null | undefined }) {
  if (!code) return null;
  return (
    <Fact name={name}>
      <code>{code}</code>
    </Fact>
  );
}
