import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useAction } from './api/hooks.ts';
import { endSession } from './api/session.ts';
import { ActionButton } from './components/action-form.tsx';
import { ErrorMessage } from './components/feedback.tsx';
import { Toasts } from './components/toast.tsx';
import { NotificationsBell } from './notifications-bell.tsx';
import { SCREENS } from './routes.ts';
import { useSession } from './session-context.tsx';
import { ThemeSwitch } from './theme.tsx';
import { timeZones, useTimeZone } from './time-zone.tsx';
import { toWords } from './words.ts';

/** The frame of every screen: navigation, workspace, time zone, theme and sign-out. */
export function Layout({ children }: { children: ComponentChildren }) {
  const [location] = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const { workspace, user, permissions } = useSession();
  const signOut = useAction(async () => {
    await endSession();
    // Nothing of the session stays in memory.
    window.location.reload();
  });
  const screens = SCREENS.filter(
    ({ isInNavigation, permission }) => isInNavigation && permission !== null && permissions.includes(permission),
  );
  // A keyboard or a screen reader continues at the new screen, as after a page load.
  useEffect(() => {
    setMenuOpen(false);
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [location]);
  return (
    <div class="layout">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="topbar">
        <button
          type="button"
          class="menu-button quiet"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <span class="workspace">{workspace.name}</span>
        <NotificationsBell />
        <TimeZoneSelect />
      </header>
      <nav id="navigation" class={isMenuOpen ? 'open' : ''} aria-label="Screens">
        <ul>
          {screens.map(({ path, title }) => (
            <li key={path}>
              <Link href={path} aria-current={isCurrent(path, location) ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <div class="account">
          <p>
            {user.name}
            <small>{user.role}</small>
          </p>
          <Link href="/passkeys" aria-current={location === '/passkeys' ? 'page' : undefined}>
            Passkeys
          </Link>
          <Link href="/sessions" aria-current={location === '/sessions' ? 'page' : undefined}>
            Sessions
          </Link>
          <ThemeSwitch />
          <ActionButton isRunning={signOut.isRunning} onClick={() => void signOut.run()}>
            Sign out
          </ActionButton>
          <ErrorMessage error={signOut.error} />
        </div>
      </nav>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </div>
  );
}

function isCurrent(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}

function TimeZoneSelect() {
  const { timeZone, setTimeZone } = useTimeZone();
  return (
    <label class="time-zone">
      Time zone{' '}
      <select value={timeZone} onChange={(event) => setTimeZone(event.currentTarget.value)}>
        {timeZones(timeZone).map((name) => (
          <option key={name} value={name}>
            {toWords(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
