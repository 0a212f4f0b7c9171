import { Circle, CircleCheckBig, X } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, unwrap } from '../api/client.ts';
import { useQuery } from '../api/hooks.ts';
import type { Permission } from '../api/session.ts';
import { Button } from '../components/button.tsx';
import { t } from '../language/texts.ts';
import { useSession } from '../session-context.tsx';
import { DONE_STEPS, doneSteps, STEPS } from './first-run-steps.ts';

/** The screens on which a person begins. */
const SHOWN_AT = ['/', '/compose', '/posts', '/accounts'];

/** What the steps need. */
const NEEDED: readonly Permission[] = ['accounts:write', 'content:write', 'content:publish'];

// Which of the newest posts are published is enough to know: the guide ends with the first one.
const NEWEST_POSTS = 20;

/**
 * The first steps of a workspace, above the screens on which it begins: until all are done, or a person hides them. The
 * browser remembers this, so that no request asks for it again.
 */
export function FirstRun({ location }: { location: string }) {
  const { workspace, permissions } = useSession();
  const storedAs = `first-run ${workspace.id}`;
  const [isOver, setOver] = useState(() => localStorage.getItem(storedAs) !== null);
  const canDoAll = NEEDED.every((permission) => permissions.includes(permission));
  const end = () => {
    localStorage.setItem(storedAs, 'over');
    setOver(true);
  };
  if (isOver || !canDoAll || !SHOWN_AT.includes(location)) return null;
  // Loaded again on each screen, where a step may have been done in between.
  return <Steps key={location} location={location} onEnd={end} />;
}

function Steps({ location, onEnd }: { location: string; onEnd: () => void }) {
  const { data: done } = useQuery(DONE_STEPS, loadDoneSteps);
  const isComplete = done?.size === STEPS.length;
  useEffect(() => {
    if (isComplete) onEnd();
  }, [isComplete]);
  if (!done || isComplete) return null;
  return (
    <section class="first-run" aria-labelledby="first-run">
      <header>
        <h2 id="first-run">{t('firstRun.title')}</h2>
        <span class="muted">{t('firstRun.progress', { done: done.size, total: STEPS.length })}</span>
        <Button class="quiet small" aria-label={t('firstRun.dismiss')} onClick={onEnd}>
          <X size={18} />
        </Button>
      </header>
      <ol>
        {STEPS.map(({ step, path }) => (
          <li key={step} class={done.has(step) ? 'done' : undefined}>
            {done.has(step) ? <CircleCheckBig size={20} aria-label={t('firstRun.done')} /> : <Circle size={20} />}
            <div>
              {done.has(step) || location === path ? (
                <strong>{t(`firstRun.${step}`)}</strong>
              ) : (
                <Link href={path}>{t(`firstRun.${step}`)}</Link>
              )}
              <small>{t(`firstRun.${step}Text`)}</small>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

async function loadDoneSteps() {
  const [{ accounts }, { data }] = await Promise.all([
    unwrap(api.GET('/accounts', { params: { query: { limit: 1 } } })),
    unwrap(api.GET('/content', { params: { query: { limit: NEWEST_POSTS } } })),
  ]);
  return doneSteps(accounts, data);
}
