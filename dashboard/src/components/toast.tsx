import { Undo2, X } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { Button } from './button.tsx';
import { dismissToast, followToasts, type Toast, undoToast } from './toasts.ts';

// Long enough to read the text and to reach the button with the keyboard.
const SHOWN_MS = 10_000;

/** The toasts, above every screen. Screen readers say the text when it appears. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  useEffect(() => followToasts(setToasts), []);
  useEffect(() => {
    // What a person has not taken back when they leave is final.
    const end = () => {
      for (const { id } of toasts) dismissToast(id);
    };
    addEventListener('pagehide', end);
    return () => removeEventListener('pagehide', end);
  }, [toasts]);
  return (
    <div class="toasts" role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** One toast. It stays while the pointer or the focus is in it. */
function ToastBox({ toast: { id, text, undo } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div class="toast" onPointerEnter={hold} onPointerLeave={release} onFocusIn={hold} onFocusOut={release}>
      <span>{text}</span>
      {undo && (
        <Button class="small" onClick={() => undoToast(id)}>
          <Undo2 size={16} /> {t('components.undo')}
        </Button>
      )}
      <Button class="quiet small" aria-label={t('words.close')} onClick={() => dismissToast(id)}>
        <X size={16} />
      </Button>
    </div>
  );
}
