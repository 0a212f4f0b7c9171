import type { JSX } from 'preact';

// A `ref` to a component is no element: what moves the focus to a button has the element itself.
type ButtonProps = Omit<JSX.ButtonHTMLAttributes, 'ref'>;

/** A button that submits no form, unless its type says so. */
export function Button(props: ButtonProps) {
  return <button type="button" {...props} />;
}

interface ActionButtonProps extends ButtonProps {
  isRunning: boolean;
}

/**
 * A button that runs an action. While it runs, the button is not disabled, which would take the focus from it: a second
 * click has no effect.
 */
export function ActionButton({ isRunning, onClick, ...button }: ActionButtonProps) {
  return (
    <Button
      {...button}
      aria-disabled={isRunning}
      onClick={(event) => {
        if (isRunning) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
