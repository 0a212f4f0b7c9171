import { useState } from 'preact/hooks';
import { SelectField } from '../../components/form.tsx';
import { PLATFORM_OPTIONS } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { BestTimes } from './best-times.tsx';
import { ContentRanking } from './content-ranking.tsx';
import { type Filters, PERIODS, type PeriodName } from './filters.ts';
import { Performance } from './performance.tsx';
import { Trends } from './trends.tsx';

const PERIOD_OPTIONS = (Object.keys(PERIODS) as PeriodName[]).map((value) => ({ value, label: PERIODS[value].label }));
const PLATFORM_FILTERS = [{ value: 'all', label: 'All platforms' }, ...PLATFORM_OPTIONS] as const;
const ACCOUNT_OPTIONS = [
  { value: 'default', label: 'Connected accounts' },
  { value: 'sandbox', label: 'Sandbox accounts' },
] as const;

/** Performance, comparison, best times and trends. */
export default function Analytics() {
  const { timeZone } = useTimeZone();
  const [filters, setFilters] = useState<Filters>({ period: '28d', platform: 'all', accounts: 'default' });
  return (
    <>
      <div class="bar">
        <h1>Analytics</h1>
        <span class="muted">Times in {toWords(timeZone)}</span>
      </div>
      <div class="filters">
        <SelectField
          label="Period"
          value={filters.period}
          options={PERIOD_OPTIONS}
          onValue={(period) => setFilters({ ...filters, period })}
        />
        <SelectField
          label="Platform"
          value={filters.platform}
          options={PLATFORM_FILTERS}
          onValue={(platform) => setFilters({ ...filters, platform })}
        />
        <SelectField
          label="Accounts"
          value={filters.accounts}
          options={ACCOUNT_OPTIONS}
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
