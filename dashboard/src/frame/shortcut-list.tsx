import type { ComponentChildren } from 'preact';
import { Dialog } from '../components/dialog.tsx';
import { rich, t } from '../language/texts.ts';
import { listedScreens } from '../routes.ts';
import { useSession } from '../session-context.tsx';
import { GO_KEY, SINGLE_KEYS } from './shortcuts.ts';

/** The list of the keyboard shortcuts that the member can use. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { permissions } = session;
  const actions = Object.entries(SINGLE_KEYS).filter(
    ([, kind]) => kind !== 'new' || permissions.includes('content:write'),
  );
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <h3>{t('shortcuts.actions')}</h3>
      <dl class="shortcut-list">
        {actions.map(([key, kind]) => (
          <Shortcut key={key} name={t(`shortcuts.${kind}`)}>
            <kbd>{key}</kbd>
          </Shortcut>
        ))}
      </dl>
      <h3>{t('shortcuts.goTo')}</h3>
      <dl class="shortcut-list">
        {listedScreens(session).map(({ path, title, listed }) => (
          <Shortcut key={path} name={t(title)}>
            {rich('shortcuts.then', { first: () => <kbd>{GO_KEY}</kbd>, second: () => <kbd>{listed.key}</kbd> })}
          </Shortcut>
        ))}
      </dl>
    </Dialog>
  );
}

function Shortcut({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
