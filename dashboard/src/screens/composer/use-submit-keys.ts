import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** The keys that submit the form, as `aria-keyshortcuts` names them. */
export const SUBMIT_KEYS = ['Control+Enter', 'Meta+Enter'].join(' ');

/** Submit the form around an element with Ctrl+Enter or Cmd+Enter, wherever the focus is. */
export function useSubmitKeys(within: RefObject<HTMLElement>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      // A dialog has its own main action.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      within.current?.closest('form')?.requestSubmit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
