import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DisclosureProps {
  title: string;
  /** What is used of it, beside the title. */
  summary: string;
  isUsed: boolean;
  hasError: boolean;
  children: ComponentChildren;
}

/** Show fields that few posts need. They are open at first if any of them is used, and whenever one is rejected. */
export function Disclosure({ title, summary, isUsed, hasError, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && (hasError || isUsed)) details.current.open = true;
  }, [hasError]);
  return (
    <details ref={details} class="customize">
      <summary>
        {title}
        <span class="muted"> {summary}</span>
      </summary>
      <div class="customize-fields">{children}</div>
    </details>
  );
}
