import { useState } from 'preact/hooks';
import { SelectField } from '../../components/form.tsx';
import { LabelFilters } from '../../content/label-filters.tsx';
import { t } from '../../language/texts.ts';
import { PLATFORM_OPTIONS } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { BestTimes } from './best-times.tsx';
import { ContentRanking } from './content-ranking.tsx';
import { type Filters, PERIOD_NAMES, periodLabel } from './filters.ts';
import { LabelPerformance } from './label-performance.tsx';
import { Performance } from './performance.tsx';
import { Trends } from './trends.tsx';

const ACCOUNTS = ['default', 'sandbox'] as const;

const START: Filters = { period: '28d', platform: 'all', accounts: 'default', label: '', campaign: '' };

/** Performance, comparison, best times and trends. */
export default function Analytics() {
  const { timeZone } = useTimeZone();
  const canRead = usePermission('content:read');
  const [filters, setFilters] = useState<Filters>(START);
  return (
    <>
      <div class="bar">
        <h1>{t('words.analytics')}</h1>
        <span class="muted">{t('analytics.timesIn', { zone: toWords(timeZone) })}</span>
      </div>
      <div class="filters">
        <SelectField
          label={t('analytics.period')}
          value={filters.period}
          options={PERIOD_NAMES.map((value) => ({ value, label: periodLabel(value) }))}
          onValue={(period) => setFilters({ ...filters, period })}
        />
        <SelectField
          label={t('words.platform')}
          value={filters.platform}
          options={[{ value: 'all', label: t('analytics.allPlatforms') }, ...PLATFORM_OPTIONS]}
          onValue={(platform) => setFilters({ ...filters, platform })}
        />
        <SelectField
          label={t('words.accounts')}
          value={filters.accounts}
          options={ACCOUNTS.map((value) => ({ value, label: t(`analytics.accounts_${value}`) }))}
          onValue={(accounts) => setFilters({ ...filters, accounts })}
        />
        {canRead && <LabelFilters filter={filters} onFilter={(change) => setFilters({ ...filters, ...change })} />}
      </div>
      <Performance filters={filters} />
      <ContentRanking filters={filters} />
      {canRead && <LabelPerformance filters={filters} />}
      <BestTimes filters={filters} />
      <Trends filters={filters} />
    </>
  );
}
