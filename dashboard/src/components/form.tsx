import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Action } from '../api/hooks.ts';
import { t } from '../language/texts.ts';
import { ActionButton, Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorMessage } from './feedback.tsx';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | null;
  /** Render the control with these attributes, which tie it to its label, hint and error. */
  children: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ComponentChildren;
}

/** A labeled control with its hint and its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface InputProps<T extends string> extends Omit<FieldProps, 'children'> {
  value: T;
  onValue: (value: T) => void;
}

interface TextFieldProps extends InputProps<string> {
  type?: 'text' | 'email' | 'url' | 'datetime-local' | 'number' | 'password';
  required?: boolean;
  disabled?: boolean;
  maxLength?: number;
  autocomplete?: JSX.InputHTMLAttributes['autocomplete'];
}

/** A labeled text input. */
export function TextField({ label, value, onValue, hint, error = null, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          {...input}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends InputProps<string> {
  rows: number;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
}

// A field with fewer rows is lower than a text area without a class.
const DEFAULT_ROWS = 4;

/** A labeled input for a text of several lines. */
export function TextAreaField({ label, value, onValue, hint, error = null, rows, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...input}
          rows={rows}
          class={rows < DEFAULT_ROWS ? 'short' : undefined}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<T extends string> extends InputProps<T> {
  options: readonly { value: T; label: string }[];
}

/** A labeled choice of one of several options. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onValue,
  hint,
  error = null,
}: SelectFieldProps<T>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onValue(event.currentTarget.value as T)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
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
        <Button onClick={onCancel}>{cancel}</Button>
        <ActionButton type="submit" class="primary" disabled={isIncomplete} isRunning={action.isRunning}>
          {action.isRunning ? running : submit}
        </ActionButton>
      </footer>
    </>
  );
}

interface FormDialogProps extends Omit<FormEndProps, 'onCancel'> {
  title: string;
  onClose: () => void;
  /** What follows the error of the action. */
  afterError?: ComponentChildren;
}

/** A dialog with a form that runs an action. The action closes the dialog when it succeeds. */
export function FormDialog({ title, onClose, afterError, children, ...end }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <ActionForm action={end.action}>
        {children}
        <FormEnd {...end} onCancel={onClose}>
          {afterError}
        </FormEnd>
      </ActionForm>
    </Dialog>
  );
}
