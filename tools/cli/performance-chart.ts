import type * as z from 'zod';
import type { ContentRankingResponse, PerformanceResponse } from '../../lib/api/analytics-responses.ts';
import { METRIC_NAMES } from '../../lib/domain/analytics/metrics.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { escapeHtml } from '../../lib/http/pages/html.ts';

type Performance = z.infer<typeof PerformanceResponse>;
type Compared = z.infer<typeof ContentRankingResponse>;

const WIDTH = 900;
const LEFT = 20;
const NAMES = 110;
const COLUMN = 108;
const BAR = 84;
const ROW = 46;
const ITEM_ROW = 38;
const ITEMS_LEFT = 330;
const ITEMS_BAR = 470;
const MAX_TITLE_CHARACTERS = 40;

const STYLE = `text { fill: #1f2a38; } .name { font-weight: 600; } .small { font-size: 12px; fill: #44546a; }
    .bar { fill: #3b6ea8; } .zero { stroke: #3b6ea8; stroke-width: 2; } .none { font-size: 11px; font-style: italic; fill: #8a97a8; }
    .gap { fill: none; stroke: #b8c1cc; stroke-dasharray: 3 3; }`;

/**
 * A picture (SVG) of what `GET /analytics/performance` and `GET /analytics/content` answered for one period. Bars of
 * a metric share a scale. A number that was not reported is an empty dashed bar; one that was zero is a line.
 */
export function performanceChart(performance: Performance, compared: Compared): string {
  const rows = performance.coverage.map((covered, index) =>
    platformRow(performance, covered, 118 + index * ROW),
  );
  const itemsTop = 118 + Math.max(performance.coverage.length, 1) * ROW + 30;
  const items = compared.data.map((item, index) => itemRow(item, compared, itemsTop + 22 + index * ITEM_ROW));
  const height = itemsTop + 22 + Math.max(items.length, 1) * ITEM_ROW + 8;
  const nothing = (y: number) => text(LEFT, y, 'Nothing was published in this period.', 'small');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="14">`,
    `<title>Numbers from ${formatMinute(performance.from)} to ${formatMinute(performance.to)} UTC</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(LEFT, 30, `${formatMinute(performance.from)} to ${formatMinute(performance.to)} UTC`, 'name'),
    text(LEFT, 52, rateLine(performance), 'small'),
    ...METRIC_NAMES.map((name, index) => text(LEFT + NAMES + index * COLUMN, 92, name, 'small')),
    ...(rows.length > 0 ? rows : [nothing(118)]),
    text(LEFT, itemsTop, `Items by ${compared.metric}, ${compared.order} first`, 'name'),
    ...(items.length > 0 ? items : [nothing(itemsTop + 22)]),
    '</svg>\n',
  ].join('\n');
}

/** A time to the minute: `2026-11-21 09:30`. */
function formatMinute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

function rateLine({ numerator, denominator, engagement_rate, as_of }: Performance): string {
  if (numerator === null || !denominator) return 'No engagement rate: no impressions were reported.';
  return `Engagement rate ${engagement_rate} % = 100 · ${numerator} / ${denominator}, as of ${formatMinute(as_of ?? '')} UTC`;
}

function platformRow(
  { breakdown }: Performance,
  { platform, published }: { platform: Platform; published: number },
  y: number,
): string {
  const numbers = breakdown.find((row) => row.platform === platform);
  const cells = METRIC_NAMES.map((name, index) => {
    const most = Math.max(...breakdown.map((row) => row[name] ?? 0));
    return bar(LEFT + NAMES + index * COLUMN, y, BAR, numbers?.[name] ?? null, most);
  });
  const posts = `${published} ${published === 1 ? 'post' : 'posts'} went out`;
  return [text(LEFT, y, platform, 'name'), text(LEFT, y + 16, posts, 'small'), ...cells].join('\n');
}

function itemRow(
  { title, content_id, value }: Compared['data'][number],
  { data }: Compared,
  y: number,
): string {
  const most = Math.max(...data.map((item) => item.value ?? 0));
  const name = [...(title ?? content_id)];
  const shown =
    name.length > MAX_TITLE_CHARACTERS
      ? `${name.slice(0, MAX_TITLE_CHARACTERS - 1).join('')}…`
      : name.join('');
  return [text(LEFT, y, shown), bar(ITEMS_LEFT, y, ITEMS_BAR, value, most)].join('\n');
}

/** One number as a bar of at most `width`, where `most` is the whole of it. */
function bar(x: number, y: number, width: number, value: number | null, most: number): string {
  if (value === null) {
    return `<rect class="gap" x="${x}" y="${y - 12}" width="${width}" height="14"/>${text(x + 6, y - 1, 'not reported', 'none')}`;
  }
  const label = text(x, y + 16, String(value), 'small');
  // What platforms take back can make a sum of a period negative: it has no length.
  if (value <= 0) return `<path class="zero" d="M${x} ${y - 12} v14"/>${label}`;
  const length = Math.max(1, Math.round((width * value) / most));
  return `<rect class="bar" x="${x}" y="${y - 12}" width="${length}" height="14"/>${label}`;
}

function text(x: number, y: number, words: string, style?: string): string {
  return `<text${style ? ` class="${style}"` : ''} x="${x}" y="${y}">${escapeXml(words)}</text>`;
}

/** Text for an element. XML has no place for most control characters, nor for half a pair of surrogates. */
function escapeXml(words: string): string {
  return escapeHtml(words.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' '));
}
