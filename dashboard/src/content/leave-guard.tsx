import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { t } from '../language/texts.ts';

interface LeaveGuardProps {
  /** Whether something that was typed is not saved. */
  isChanged: boolean;
  isUploading: boolean;
  allow: { current: boolean };
}

/**
 * Ask before a person leaves unsaved changes or uploads: by a link, by the history of the browser, or by closing the page. `allow`
 * lets the next navigation pass, after a save.
 */
export function LeaveGuard({ isChanged, isUploading, allow }: LeaveGuardProps) {
  const [target, setTarget] = useState<string | null>(null);
  const isFree = useRef((): boolean => true);
  isFree.current = () => allow.current || !(isChanged || isUploading);
  useEffect(() => {
    const here = location.hash;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isFree.current()) event.preventDefault();
    };
    const onMove = (event: Event) => {
      if (isFree.current() || location.hash === here) return;
      // Before the router reads the location: the screen stays.
      event.stopImmediatePropagation();
      setTarget(location.hash);
      history.pushState(null, '', here);
    };
    addEventListener('beforeunload', onUnload);
    // A link only changes the hash; the history of the browser announces itself before that.
    addEventListener('popstate', onMove, { capture: true });
    addEventListener('hashchange', onMove, { capture: true });
    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('popstate', onMove, { capture: true });
      removeEventListener('hashchange', onMove, { capture: true });
    };
  }, []);
  if (target === null) return null;
  return (
    <Dialog title={t('content.leaveTitle')} onClose={() => setTarget(null)}>
      <p>
        {isChanged && t('content.changesLost')} {isUploading && t('content.uploadsCancelled')}
      </p>
      <footer>
        <Button class="primary" onClick={() => setTarget(null)}>
          {t('content.keepEditing')}
        </Button>
        <Button
          class="danger"
          onClick={() => {
            allow.current = true;
            location.hash = target;
          }}
        >
          {t('words.leave')}
        </Button>
      </footer>
    </Dialog>
  );
}
