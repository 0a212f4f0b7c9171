import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Action } from '../api/hooks.ts';
import { t } from '../language/texts.ts';
import { ErrorMessage } from './feedback.tsx';

interface ActionButtonProps extends JSX.ButtonHTMLAttributes {
  isRunning: boolean;
}

/**
 * A button that runs an action. While it runs, the button is not disabled, which would take the focus from it: a second
 * click has no effect.
 */
export function ActionButton({ isRunning, onClick, ...button }: ActionButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-disabled={isRunning}
      onClick={(event) => {
        if (isRunning) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

interface ActionFormProps {
  action: { run: () => unknown; error: unknown };
  class?: string;
  /** The screen checks the fields in place of the browser. */
  noValidate?: boolean;
  children: ComponentChildren;
}

/** A form that runs an action. The first field that the API rejects gets the focus. */
export function ActionForm({ action, children, ...attributes }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (action.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [action.error]);
  return (
    <form
      {...attributes}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
    </form>
  );
}

export interface FormEndProps {
  action: Action<[]>;
  /** What the button says that submits the form, and what it says while the action runs. */
  submit: string;
  running?: string;
  /** Something is missing without which the form cannot be submitted. */
  isIncomplete?: boolean;
  cancel?: string;
  onCancel: () => void;
  /** What follows the error. */
  children?: ComponentChildren;
}

/** The end of a form in a dialog: the error of its action, and the buttons that leave and submit it. */
export function FormEnd(props: FormEndProps) {
  const {
    action,
    submit,
    running = submit,
    isIncomplete = false,
    cancel = t('words.cancel'),
    onCancel,
    children,
  } = props;
  return (
    <>
      <ErrorMessage error={action.error} onRetry={action.run} />
      {children}
      <footer>
        <button type="button" onClick={onCancel}>
          {cancel}
        </button>
        <ActionButton type="submit" class="primary" disabled={isIncomplete} isRunning={action.isRunning}>
          {action.isRunning ? running : submit}
        </ActionButton>
      </footer>
    </>
  );
}
