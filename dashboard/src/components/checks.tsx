import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CheckProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
}

/** A labeled checkbox with an explanation below its label. */
export function Check({ label, hint, checked, onChecked, disabled = false }: CheckProps) {
  const id = useId();
  return (
    <div class="check explained">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <small class="hint" id={`${id}-hint`}>
            {hint}
          </small>
        )}
      </div>
    </div>
  );
}
