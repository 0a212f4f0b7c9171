import { Copy } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './feedback.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** What the text is, for screen readers, where a heading says it beside the button. */
  name?: string;
}

/** A button that copies a text, and says so, also to screen readers. */
export function CopyButton({ text, label, name }: CopyButtonProps) {
  const [result, setResult] = useState('');
  useEffect(() => setResult(''), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult(t('components.copied'));
    } catch {
      // The browser or a policy forbids it.
      setResult(t('components.copyYourself'));
    }
  };
  return (
    <span class="copy">
      <Button class="small" aria-label={name} onClick={() => void copy()}>
        <Copy size={16} /> {label}
      </Button>
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
        <Button class="primary" onClick={onClose}>
          {t('components.secretStored')}
        </Button>
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
      <CopyButton text={value} label={t('components.copy')} name={t('components.copyOf', { label })} />
    </div>
  );
}
