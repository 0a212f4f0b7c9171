import { Menu, Plus } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Button } from './components/button.tsx';
import { Toasts } from './components/toast.tsx';
import { BackToProduct } from './enter-portal.tsx';
import { FirstRun } from './frame/first-run.tsx';
import { HaltBanner } from './frame/halt-banner.tsx';
import { HaltDialog } from './frame/halt-dialog.tsx';
import { Navigation } from './frame/navigation.tsx';
import { NotificationsBell } from './frame/notifications-bell.tsx';
import { ShortcutList } from './frame/shortcut-list.tsx';
import { useShortcuts } from './frame/use-shortcuts.ts';
import { WorkspaceMenu } from './frame/workspace-menu.tsx';
import { t } from './language/texts.ts';
import { usePermission, useSession } from './session-context.tsx';

/** The frame of every screen: the workspace and its menu, the navigation, the first steps, and short messages. */
export function Layout({ children }: { children: ComponentChildren }) {
  const [location, navigate] = useLocation();
  const [isNavigationOpen, setNavigationOpen] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const [isHalting, setHalts] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const canWrite = usePermission('content:write');
  const { portal } = useSession();
  useShortcuts(navigate, () => setShowsShortcuts(true));
  // A keyboard or a screen reader continues at the new screen, as after a page load.
  useEffect(() => {
    setNavigationOpen(false);
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [location]);
  return (
    <div class="layout">
      <Button class="skip" onClick={() => main.current?.focus()}>
        {t('layout.skip')}
      </Button>
      <header class="topbar">
        <Button
          class="menu-button quiet"
          aria-label={t('layout.menu')}
          aria-expanded={isNavigationOpen}
          aria-controls="navigation"
          onClick={() => setNavigationOpen(!isNavigationOpen)}
        >
          <Menu size={20} />
        </Button>
        {portal?.name && <strong class="product">{portal.name}</strong>}
        <WorkspaceMenu
          location={location}
          onShowShortcuts={() => setShowsShortcuts(true)}
          onHalt={() => setHalts(true)}
        />
        {portal ? <BackToProduct portal={portal} /> : <NotificationsBell />}
        {canWrite && (
          <Link href="/compose" class="button primary new-post" aria-label={t('words.newPost')}>
            <Plus size={20} />
          </Link>
        )}
      </header>
      <Navigation location={location} isOpen={isNavigationOpen} />
      <main ref={main} tabIndex={-1}>
        <HaltBanner />
        {!portal && <FirstRun location={location} />}
        {children}
      </main>
      <Toasts />
      {showsShortcuts && <ShortcutList onClose={() => setShowsShortcuts(false)} />}
      {isHalting && <HaltDialog onClose={() => setHalts(false)} />}
    </div>
  );
}
