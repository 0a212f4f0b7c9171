import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Notice } from './feedback.tsx';

/** A button that copies a text, and says so, also to screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState<'' | 'Copied' | 'Select the text and copy it'>('');
  useEffect(() => setResult(''), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      // The browser or a policy forbids it.
      setResult('Select the text and copy it');
    }
  };
  return (
    <span class="copy">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{result}</span>
    </span>
  );
}

interface SecretDialogProps {
  title: string;
  /** What a person has to do with the secret now. */
  warning: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog with a secret that is shown once. */
export function SecretDialog({ title, warning, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice kind="warning">{warning}</Notice>
      {children}
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          I have stored the secret
        </button>
      </footer>
    </Dialog>
  );
}

/** A value to copy. A secret among them is shown once: no component stores it, and no request returns it again. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  return (
    <div class="copy-value">
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a long value. */}
      <pre tabIndex={0}>{value}</pre>
      <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}
