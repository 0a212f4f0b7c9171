import type { ComponentChildren } from 'preact';

interface ScrollTableProps {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A table without controls, which the keyboard reaches to scroll it on a narrow screen. */
export function ScrollTable({ label, children, ...rest }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section class={`table ${rest.class ?? ''}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
