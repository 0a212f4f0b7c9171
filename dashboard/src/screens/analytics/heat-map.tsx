import type { Schemas } from '../../api/client.ts';
import { Table } from '../../components/table.tsx';
import { capitalize } from '../../words.ts';
import { formatShortRate, heatLevel } from './figures.ts';

const LEVELS = 5;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The expected rate and the number of posts of each hour of the week. */
export function HeatMap({ times }: { times: Schemas['BestTimes'] }) {
  const rates = times.hours.flatMap(({ posts, expected_rate }) => (posts > 0 ? (expected_rate ?? []) : []));
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  const found = new Map(times.hours.map((each) => [`${each.weekday} ${each.hour}`, each]));
  return (
    <Table
      class="heat-map"
      caption="Expected engagement rate (%) and number of posts (n) by weekday and hour. Hours without posts are empty."
      scrollLabel="Expected engagement rate by hour"
      columns={['Hour', ...HOURS.map((hour) => String(hour).padStart(2, '0'))]}
    >
      {WEEKDAYS.map((weekday) => (
        <tr key={weekday}>
          <th scope="row">{capitalize(weekday.slice(0, 3))}</th>
          {HOURS.map((hour) => {
            const each = found.get(`${weekday} ${hour}`);
            if (!each || each.posts === 0 || each.expected_rate === null) {
              return (
                <td key={hour}>
                  <span class="visually-hidden">no posts</span>
                </td>
              );
            }
            return (
              <td key={hour} class={`heat-${heatLevel(each.expected_rate, lowest, highest, LEVELS)}`}>
                {formatShortRate(each.expected_rate)}
                <small>n {each.posts}</small>
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}
