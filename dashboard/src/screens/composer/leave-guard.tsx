import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';

interface LeaveGuardProps {
  isChanged: boolean;
  isUploading: boolean;
  allow: { current: boolean };
}

/**
 * Ask before a person leaves unsaved changes: by a link, by the history of the browser, or by closing the page. `allow`
 * lets the next navigation pass, after a save.
 */
export function LeaveGuard({ isChanged, isUploading, allow }: LeaveGuardProps) {
  const [target, setTarget] = useState<string | null>(null);
  const state = useRef({ isChanged });
  state.current.isChanged = isChanged;
  useEffect(() => {
    const here = location.hash;
    const isFree = () => allow.current || !state.current.isChanged;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isFree()) event.preventDefault();
    };
    const onMove = (event: Event) => {
      if (isFree() || location.hash === here) return;
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
    <Dialog title="Leave without saving?" onClose={() => setTarget(null)}>
      <p>
        Your unsaved changes will be lost.
        {isUploading && ' Uploads in progress will be cancelled.'}
      </p>
      <footer>
        <button type="button" class="primary" onClick={() => setTarget(null)}>
          Keep editing
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            allow.current = true;
            location.hash = target;
          }}
        >
          Leave
        </button>
      </footer>
    </Dialog>
  );
}
