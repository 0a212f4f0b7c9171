import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Return a ref for a form, whose first field with an error gets the focus when `error` changes. */
export function useInvalidFocus(error: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
