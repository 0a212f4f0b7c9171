import type { Schemas } from '../../api/client.ts';
import { Table } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { WEEKDAYS, weekdayName } from '../../weekdays.ts';
import { formatShortRate, heatLevel } from './figures.ts';

const LEVELS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The expected rate and the number of posts of each hour of the week. */
export function HeatMap({ times }: { times: Schemas['BestTimes'] }) {
  const rates = times.hours.flatMap(({ posts, expected_rate }) => (posts > 0 ? (expected_rate ?? []) : []));
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  const found = new Map(times.hours.map((each) => [`${each.weekday} ${each.hour}`, each]));
  return (
    <Table
      class="heat-map"
      caption={t('analytics.heatCaption')}
      scrollLabel={t('analytics.heatLabel')}
      columns={[t('analytics.hour'), ...HOURS.map((hour) => String(hour).padStart(2, '0'))]}
    >
      {WEEKDAYS.map((weekday) => (
        <tr key={weekday}>
          <th scope="row">{weekdayName(weekday, 'short')}</th>
          {HOURS.map((hour) => {
            const each = found.get(`${weekday} ${hour}`);
            if (!each || each.posts === 0 || each.expected_rate === null) {
              return (
                <td key={hour}>
                  <span class="visually-hidden">{t('analytics.noPostsInHour')}</span>
                </td>
              );
            }
            return (
              <td key={hour} class={`heat-${heatLevel(each.expected_rate, lowest, highest, LEVELS)}`}>
                {formatShortRate(each.expected_rate)}
                <small>{t('analytics.postsInHour', { count: each.posts })}</small>
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}
