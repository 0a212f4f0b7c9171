import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useQuery } from '../api/hooks.ts';
import { Button } from '../components/button.tsx';
import { Notice, QueryState } from '../components/feedback.tsx';
import { SelectField } from '../components/form.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import { useTimeZone } from '../time-zone.tsx';
import { formatTime } from '../times.ts';
import type { Account, Content } from './content.ts';
import { DifferenceList } from './difference-list.tsx';
import { comparedVersion, reviewOf, type Version } from './version-difference.ts';

interface VersionChangesProps {
  content: Pick<Content, 'id'>;
  accounts: Account[];
  nameOf: NameOf;
  /** The submission that the screen shows. */
  shown: number;
  since?: number | undefined;
  onReload: () => void;
}

/** Compare two submissions of a post, and tell when a newer one was submitted than the screen shows. */
export default function VersionChanges({
  content: { id },
  accounts,
  nameOf,
  shown,
  since,
  onReload,
}: VersionChangesProps) {
  const query = useQuery(`versions ${id} ${shown}`, () => loadVersions(id));
  const [chosen, setChosen] = useState<{ before?: number; after?: number }>({});
  useEffect(() => {
    // The member returns to the page: others may have gone on.
    const look = () => void (document.visibilityState === 'visible' && query.reload());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [query.reload]);
  if (!query.data) return <QueryState query={query} label={t('versions.loading')} />;
  const versions = query.data;
  const find = (number: number | undefined) => versions.find(({ submission }) => submission === number);
  const after = find(chosen.after ?? shown) ?? versions[0];
  const before = find(chosen.before ?? since) ?? (after && comparedVersion(versions, after));
  const isOutdated = (versions[0]?.submission ?? 0) > shown;
  return (
    <section class="versions" aria-label={t('versions.heading')}>
      {isOutdated && (
        <Notice kind="warning">
          <p>{t('versions.newer')}</p>
          <Button class="small" onClick={onReload}>
            {t('versions.showNewer')}
          </Button>
        </Notice>
      )}
      {before && after && (
        <>
          <p class="versions-since">
            <strong>{sinceText(before, nameOf)}</strong>
          </p>
          <DifferenceList before={before} after={after} accounts={accounts} />
          {versions.length > 2 && (
            <div class="filters">
              <Choice
                label={t('versions.before')}
                versions={versions}
                value={before}
                nameOf={nameOf}
                onChosen={(number) => setChosen({ ...chosen, before: number })}
              />
              <Choice
                label={t('versions.after')}
                versions={versions}
                value={after}
                nameOf={nameOf}
                onChosen={(number) => setChosen({ ...chosen, after: number })}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function loadVersions(id: string): Promise<Version[]> {
  return unwrap(api.GET('/content/{id}/versions', { params: { path: { id } } })).then(({ versions }) => versions);
}

function sinceText(version: Version, nameOf: NameOf) {
  const review = reviewOf(version);
  const at = review?.decided_at ?? version.submitted_at;
  const values = { number: version.submission, time: () => <Time at={at} /> };
  if (!review) return rich('versions.sinceSubmission', values);
  const name = nameOf(review.decided_by, review.decided_by_name);
  return rich(`versions.since_${review.status}`, { ...values, name });
}

interface ChoiceProps {
  label: string;
  versions: Version[];
  value: Version;
  nameOf: NameOf;
  onChosen: (submission: number) => void;
}

function Choice({ label, versions, value, nameOf, onChosen }: ChoiceProps) {
  const { timeZone } = useTimeZone();
  const options = versions.map(({ submission, submitted_at, submitted_by, agent }) => ({
    value: String(submission),
    label: t('versions.option', {
      number: submission,
      name: agent?.name ?? nameOf(submitted_by),
      time: formatTime(submitted_at, timeZone),
    }),
  }));
  return (
    <SelectField
      label={label}
      value={String(value.submission)}
      options={options}
      onValue={(next) => onChosen(Number(next))}
    />
  );
}
