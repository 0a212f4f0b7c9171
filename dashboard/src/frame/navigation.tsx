import { Link } from 'wouter-preact';
import { t } from '../language/texts.ts';
import { listedScreens } from '../routes.ts';
import { useSession } from '../session-context.tsx';

/** The screens that the member may open. On a narrow screen they are shown while `isOpen`. */
export function Navigation({ location, isOpen }: { location: string; isOpen: boolean }) {
  const session = useSession();
  return (
    <nav id="navigation" class={isOpen ? 'open' : ''} aria-label={t('layout.screens')}>
      <ul>
        {listedScreens(session).map(({ path, title, listed: { icon: Icon } }) => (
          <li key={path}>
            <Link
              href={path}
              class={path === '/compose' ? 'button primary' : undefined}
              aria-current={isCurrent(path, location) ? 'page' : undefined}
            >
              <Icon size={20} /> {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isCurrent(path: string, location: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
}
