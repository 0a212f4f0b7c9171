import { CalendarPlus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { QueryState } from '../../components/feedback.tsx';
import { CopyValue, SecretDialog } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { NewCalendarFeed } from './new-calendar-feed.tsx';

export type Account = Schemas['Account'];
type CalendarFeed = Schemas['CalendarFeed'];
type Step = 'list' | 'new' | { created: Schemas['CalendarFeedUrl'] } | { deleting: CalendarFeed };

/** The button that opens the calendar feeds, for those who may see them. */
export function Subscribe({ accounts }: { accounts: Account[] }) {
  const [isOpen, setOpen] = useState(false);
  if (!usePermission('team:read')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarPlus size={18} /> {t('calendar.subscribe')}
      </Button>
      {isOpen && <CalendarFeeds accounts={accounts} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The calendar feeds of the workspace: one dialog at a time to list, create and delete them. */
function CalendarFeeds({ accounts, onClose }: { accounts: Account[]; onClose: () => void }) {
  const canWrite = usePermission('team:write');
  const [step, setStep] = useState<Step>('list');
  const feeds = useQuery('calendar feeds', async () => {
    const { calendar_feeds } = await unwrap(api.GET('/calendar-feeds', { params: { query: { limit: 50 } } }));
    return calendar_feeds;
  });
  const back = () => {
    setStep('list');
    void feeds.reload();
  };
  if (step === 'new') {
    return <NewCalendarFeed accounts={accounts} onClose={back} onCreated={(created) => setStep({ created })} />;
  }
  if (step !== 'list' && 'created' in step) {
    return (
      <SecretDialog
        title={t('calendar.feedCreated', { name: step.created.name })}
        warning={t('calendar.feedSecret')}
        onClose={back}
      >
        <CopyValue label={t('calendar.feedUrl')} value={step.created.url} />
        <p class="hint">{t('calendar.feedHelp')}</p>
      </SecretDialog>
    );
  }
  if (step !== 'list') return <DeleteFeed feed={step.deleting} onClose={back} />;
  return (
    <Dialog title={t('calendar.subscribe')} onClose={onClose}>
      <p>{t('calendar.feedsHint')}</p>
      <QueryState query={feeds} />
      <ul class="calendar-feeds">
        {(feeds.data ?? []).map((feed) => (
          <li key={feed.id}>
            <p>
              <strong>{feed.name}</strong>{' '}
              <small class="muted">{rich('calendar.feedSince', { time: () => <Time at={feed.created_at} /> })}</small>
            </p>
            {canWrite && (
              <Button
                class="small"
                aria-label={t('calendar.deleteFeedOf', { name: feed.name })}
                onClick={() => setStep({ deleting: feed })}
              >
                {t('words.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {feeds.data?.length === 0 && <p class="muted">{t('calendar.noFeeds')}</p>}
      {canWrite && (
        <footer>
          <Button class="primary" onClick={() => setStep('new')}>
            {t('calendar.newFeed')}
          </Button>
        </footer>
      )}
    </Dialog>
  );
}

function DeleteFeed({ feed, onClose }: { feed: CalendarFeed; onClose: () => void }) {
  return (
    <Confirm
      title={t('calendar.deleteFeedTitle', { name: feed.name })}
      confirm={t('words.delete')}
      run={() => unwrap(api.DELETE('/calendar-feeds/{id}', { params: { path: { id: feed.id } } }))}
      onClose={onClose}
    >
      <p>{t('calendar.deleteFeedExplanation')}</p>
    </Confirm>
  );
}
