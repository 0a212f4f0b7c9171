import { useEffect } from 'preact/hooks';
import { undoToast } from '../components/toasts.ts';
import { listedScreens } from '../routes.ts';
import { useSession } from '../session-context.tsx';
import { type Shortcut, shortcutReader } from './shortcuts.ts';

const FIELDS = 'input, textarea, select, [contenteditable]';
const FILTER = 'main :is(input[type="search"], .filters input, .filters select)';

/** Follow the keyboard shortcuts: not while a person types, in a dialog, or with a modifier key. */
export function useShortcuts(navigate: (path: string) => void, showList: () => void): void {
  const session = useSession();
  const { permissions } = session;
  useEffect(() => {
    const screens = listedScreens(session);
    const read = shortcutReader();
    const follow = (shortcut: Shortcut): boolean => {
      switch (shortcut.kind) {
        case 'go': {
          const screen = screens.find(({ listed }) => listed.key === shortcut.key);
          if (screen) navigate(screen.path);
          return screen !== undefined;
        }
        case 'new':
          if (permissions.includes('content:write')) navigate('/compose');
          return true;
        case 'filter': {
          const filter = document.querySelector<HTMLElement>(FILTER);
          // The fields of a closed filter cannot have the focus.
          filter?.closest('details')?.setAttribute('open', '');
          filter?.focus();
          return filter !== null;
        }
        case 'undo':
          return undoToast();
        case 'list':
          showList();
          return true;
      }
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest(FIELDS) || document.querySelector('dialog[open]')) return;
      const shortcut = read(event.key, event.timeStamp);
      if (shortcut && follow(shortcut)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [permissions, navigate]);
}
