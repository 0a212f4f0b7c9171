import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useAction } from '../api/hooks.ts';
import { t } from '../language/texts.ts';
import { ActionButton, Button } from './button.tsx';
import { ErrorMessage } from './feedback.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A modal dialog. Its first field has the focus, Escape closes it, and the focus returns to what opened it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const dialog = ref.current;
    dialog?.showModal();
    // A person who opens a form wants to type: the browser would choose the button that closes it.
    dialog?.querySelector<HTMLElement>('input:not([type="radio"], [type="checkbox"]), select, textarea')?.focus();
    return () => {
      // While a modal dialog is open, nothing outside it takes the focus.
      dialog?.close();
      opener?.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button class="quiet" aria-label={t('words.close')} onClick={onClose}>
          <X size={20} />
        </Button>
      </header>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  confirm: string;
  /** The change. */
  run: () => Promise<unknown>;
  /** What follows the change, before the dialog closes. */
  onDone?: () => unknown;
  /** Whether what the change needs is loaded. */
  isReady?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** Ask before a change that cannot be undone. Stays open when the change fails, with its error. */
export function Confirm({ title, confirm, run, onDone, isReady = true, onClose, children }: ConfirmProps) {
  const action = useAction(async () => {
    await run();
    await onDone?.();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <ErrorMessage error={action.error} />
      <footer>
        <Button onClick={onClose}>{t('words.cancel')}</Button>
        <ActionButton
          class="danger"
          disabled={!isReady}
          isRunning={action.isRunning}
          onClick={async () => {
            if (await action.run()) onClose();
          }}
        >
          {confirm}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
