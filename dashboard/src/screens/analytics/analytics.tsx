import { useState } from 'preact/hooks';
import { SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { PLATFORM_OPTIONS } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { BestTimes } from './best-times.tsx';
import { ContentRanking } from './content-ranking.tsx';
import { type Filters, PERIOD_NAMES, periodLabel } from './filters.ts';
import { Performance } from './performance.tsx';
import { Trends } from './trends.tsx';

const ACCOUNTS = ['default', 'sandbox'] as const;

/** Performance, comparison, best times and trends. */
export default function Analytics() {
  const { timeZone } = useTimeZone();
  const [filters, setFilters] = useState<Filters>({ period: '28d', platform: 'all', accounts: 'default' });
  return (
    <>
      <div class="bar">
        <h1>{t('analytics.title')}</h1>
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
          label={t('analytics.platform')}
          value={filters.platform}
          options={[{ value: 'all', label: t('analytics.allPlatforms') }, ...PLATFORM_OPTIONS]}
          onValue={(platform) => setFilters({ ...filters, platform })}
        />
        <SelectField
          label={t('analytics.accounts')}
          value={filters.accounts}
          options={ACCOUNTS.map((value) => ({ value, label: t(`analytics.accounts_${value}`) }))}
          onValue={(accounts) => setFilters({ ...filters, accounts })}
        />
      </div>
      <Performance filters={filters} />
      <ContentRanking filters={filters} />
      <BestTimes filters={filters} />
      <Trends platform={filters.platform} />
    </>
  );
}
