import { ChevronDown, Fingerprint, Keyboard, LogOut, MonitorSmartphone, OctagonX } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAction } from '../api/hooks.ts';
import { endSession } from '../api/session.ts';
import { Avatar } from '../components/avatar.tsx';
import { ActionButton, Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/feedback.tsx';
import { t } from '../language/texts.ts';
import type { Portal } from '../portal.ts';
import { roleInSentence } from '../role-names.ts';
import { usePermission, useSession } from '../session-context.tsx';
import { LanguageChoice, ThemeChoice, TimeZoneChoice } from './preferences.tsx';

interface WorkspaceMenuProps {
  location: string;
  onShowShortcuts: () => void;
  onHalt: () => void;
}

/** The name of the workspace, which opens what belongs to it and to the member. Escape and a click outside close it. */
export function WorkspaceMenu({ location, onShowShortcuts, onHalt }: WorkspaceMenuProps) {
  const { workspace } = useSession();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the controls inside.
    <div
      ref={root}
      class="workspace-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        type="button"
        ref={opener}
        class="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={workspace.name} />
        <span>{workspace.name}</span>
        <ChevronDown size={16} />
      </button>
      {isOpen && (
        <section id={id} class="menu-panel" aria-label={t('layout.workspaceMenu', { workspace: workspace.name })}>
          <MenuContent
            onShowShortcuts={() => {
              setOpen(false);
              onShowShortcuts();
            }}
            onHalt={() => {
              setOpen(false);
              onHalt();
            }}
          />
        </section>
      )}
    </div>
  );
}

function MenuContent({ onShowShortcuts, onHalt }: Pick<WorkspaceMenuProps, 'onShowShortcuts' | 'onHalt'>) {
  const { user, portal } = useSession();
  const canHalt = usePermission('schedule:write') && !portal;
  const signOut = useAction(async () => {
    await endSession();
    // Nothing of the session stays in memory.
    window.location.reload();
  });
  return (
    <>
      <div class="menu-member">
        <Avatar name={user.name} />
        <p>
          <strong>{user.name}</strong>
          {!portal && <small>{`${user.email} · ${roleInSentence(user.role)}`}</small>}
        </p>
      </div>
      {!portal?.locale && <LanguageChoice />}
      {!portal?.colors && <ThemeChoice />}
      <TimeZoneChoice />
      <ul>
        {portal ? <ProductLinks portal={portal} /> : <OwnAccess />}
        <li>
          <Button class="quiet" onClick={onShowShortcuts}>
            <Keyboard size={18} /> {t('shortcuts.title')}
          </Button>
        </li>
        {canHalt && (
          <li>
            <Button class="quiet" onClick={onHalt}>
              <OctagonX size={18} /> {t('halts.menu')}
            </Button>
          </li>
        )}
        <li>
          <ActionButton class="quiet" isRunning={signOut.isRunning} onClick={() => void signOut.run()}>
            <LogOut size={18} /> {t('layout.signOut')}
          </ActionButton>
        </li>
      </ul>
      <ErrorMessage error={signOut.error} />
    </>
  );
}

/** What a member has signed in with. */
function OwnAccess() {
  return (
    <>
      <li>
        <Link href="/passkeys">
          <Fingerprint size={18} /> {t('words.passkeys')}
        </Link>
      </li>
      <li>
        <Link href="/sessions">
          <MonitorSmartphone size={18} /> {t('words.sessions')}
        </Link>
      </li>
    </>
  );
}

/** The terms, the privacy policy and the support of a product. */
function ProductLinks({ portal: { terms_url, privacy_url, support_email } }: { portal: Portal }) {
  const links = [
    [terms_url, t('portal.terms')],
    [privacy_url, t('portal.privacy')],
    [support_email && `mailto:${support_email}`, t('portal.support')],
  ].filter((link): link is [string, string] => link[0] !== null);
  return links.map(([href, name]) => (
    <li key={href}>
      <a href={href} target="_blank" rel="noopener">
        {name}
      </a>
    </li>
  ));
}
