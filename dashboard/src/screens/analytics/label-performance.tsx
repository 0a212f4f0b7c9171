import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { Table } from '../../components/table.tsx';
import { formatCount, formatRate, metricName } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { weekdayName } from '../../weekdays.ts';
import { accountQuery, type Filters, labelQuery } from './filters.ts';

const KINDS = ['campaign', 'label'] as const;

/** The metrics of each campaign, or of each label, in a period. */
export function LabelPerformance({ filters }: { filters: Filters }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('campaign');
  const query = useQuery(`label performance ${kind} ${JSON.stringify(filters)}`, () => {
    const grouped = { ...accountQuery(filters), period: filters.period, group_by: kind };
    return unwrap(api.GET('/analytics/performance', { params: { query: grouped } }));
  });
  const { timeZone } = useTimeZone();
  const times = useQuery(`label times ${kind} ${timeZone} ${JSON.stringify(filters)}`, () => {
    const grouped = { ...accountQuery(filters), zone: timeZone, group_by: kind };
    return unwrap(api.GET('/analytics/best-times', { params: { query: grouped } }));
  });
  const trends = useQuery(`label trends ${kind} ${JSON.stringify(filters)}`, () => {
    const grouped = { ...labelQuery(filters), window: '7d' as const, group_by: kind };
    return unwrap(api.GET('/analytics/trends', { params: { query: grouped } }));
  });
  const groups = query.data?.groups ?? [];
  const columns = [
    t(`labels.${kind}`),
    t('words.posts'),
    ...(['impressions', 'likes', 'comments', 'engagement_rate'] as const).map((name) => metricName(name)),
    t('labels.bestHour'),
    t('labels.trending'),
  ];
  return (
    <section class="section" aria-labelledby="by-label">
      <h2 id="by-label">{t('labels.performance')}</h2>
      <div class="filters">
        <SelectField
          label={t('labels.groupBy')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`labels.${value}`) }))}
          onValue={setKind}
        />
      </div>
      <QueryState query={query} />
      <ErrorMessage error={times.error ?? trends.error} />
      {query.data && groups.length === 0 && <p class="muted">{t('labels.noGroups')}</p>}
      {groups.length > 0 && (
        <Table
          class="listing"
          caption={t('labels.performance')}
          hidesCaption
          columns={columns}
          scrollLabel={t(`labels.${kind}`)}
        >
          {groups.map((group) => (
            <tr key={group.label_id}>
              <td class="wide">{group.name}</td>
              <td>{formatCount(group.published)}</td>
              <td>{formatCount(group.impressions)}</td>
              <td>{formatCount(group.likes)}</td>
              <td>{formatCount(group.comments)}</td>
              <td>{formatRate(group.engagement_rate)}</td>
              <td>{bestHour(times.data?.groups?.find(({ label_id }) => label_id === group.label_id))}</td>
              <td>{topTerm(trends.data?.groups?.find(({ label_id }) => label_id === group.label_id))}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

type TimesOfLabel = NonNullable<Schemas['BestTimes']['groups']>[number];
type TrendsOfLabel = NonNullable<Schemas['Trends']['groups']>[number];

const NONE = '–';

function bestHour(group: TimesOfLabel | undefined): string {
  const [best] = group?.best ?? [];
  return best ? `${weekdayName(best.weekday, 'short')} ${String(best.hour).padStart(2, '0')}:00` : NONE;
}

function topTerm(group: TrendsOfLabel | undefined): string {
  return group?.trending_hashtags[0]?.hashtag ?? group?.trending_topics[0]?.topic ?? NONE;
}
