import type { ComponentChildren } from 'preact';
import { ActionForm, FormEnd, type FormEndProps } from './action-form.tsx';
import { Dialog } from './dialog.tsx';

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
