import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { t } from '../language/texts.ts';
import { Table } from './table.tsx';

/** The values of a chart, and how they are written. A missing value is a gap. */
export interface ChartSeries {
  label: string;
  values: (number | null)[];
  format: (value: number | null) => string;
}

interface ChartProps {
  title: string;
  /** What the points are, for the table: `Day`. */
  axis: string;
  labels: string[];
  series: ChartSeries;
  kind: 'bars' | 'line';
}

const HEIGHT = 200;
const LABEL_CHARACTER_WIDTH = 7;
const LABEL_GAP = 16;

/** A chart of one series, with its values as a table for screen readers and keyboards. */
export function Chart({ title, axis, labels, series, kind }: ChartProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isDrawable, setDrawable] = useState(true);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isStopped = false;
    // Loaded by the first chart. It fails in a browser whose language is unknown, where the table remains.
    import('uplot').then(
      ({ default: Plot }) => {
        if (!isStopped) stop = keepDrawn(root.current!, (element) => draw(Plot, element, labels, series, kind));
      },
      () => setDrawable(false),
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  }, [labels, series, kind]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {isDrawable && <div ref={root} role="img" aria-label={t('components.chart', { title })} />}
      <details open={!isDrawable}>
        <summary>{t('components.showAsTable')}</summary>
        <Table caption={title} columns={[axis, { number: series.label }]}>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{series.format(series.values[index] ?? null)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

/** Draw a chart, and again when the theme or the width changes. Returns a function that removes it. */
function keepDrawn(element: HTMLElement, drawIn: (element: HTMLElement) => uPlot): () => void {
  let plot = drawIn(element);
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resized.observe(element);
  const stopFollowing = followTheme(() => {
    plot.destroy();
    plot = drawIn(element);
  });
  return () => {
    stopFollowing();
    resized.disconnect();
    plot.destroy();
  };
}

function draw(
  Plot: typeof uPlot,
  element: HTMLElement,
  labels: string[],
  series: ChartSeries,
  kind: 'bars' | 'line',
): uPlot {
  const accent = colorOf(element, '--accent');
  const axis: uPlot.Axis = {
    stroke: colorOf(element, '--muted'),
    grid: { stroke: colorOf(element, '--line'), width: 1 },
    ticks: { show: false },
  };
  const bars = Plot.paths.bars?.({ size: [0.6, 48] });
  const known = series.values.flatMap((value, index) => (value === null ? [] : index));
  return new Plot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      scales: {
        // Half a step on each side, for the bars at the ends.
        x: { time: false, range: [-0.5, labels.length - 0.5] },
        y: {
          range: (_plot, min, max) => [Math.min(0, min ?? 0), max > 0 ? max * (known.length === 1 ? 1.3 : 1.1) : 1],
        },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: Math.max(...labels.map(({ length }) => length)) * LABEL_CHARACTER_WIDTH + LABEL_GAP,
          incrs: [1, 2, 3, 4, 6, 12, 24, 48],
          values: (_plot, splits) => splits.map((index) => labels[index] ?? ''),
        },
        { ...axis, size: 64, values: (_plot, splits) => splits.map((value) => series.format(value)) },
      ],
      series: [
        { label: t('words.time'), value: (_plot, index) => labels[index] ?? '–' },
        {
          label: series.label,
          stroke: accent,
          width: 2,
          points: { show: kind === 'line', size: 7 },
          value: (_plot, value, _series, index) => (index === null ? '–' : series.format(value ?? null)),
          ...(kind === 'bars' && bars ? { fill: accent, paths: bars } : {}),
        },
      ],
      legend: { show: true, live: true },
      cursor: { drag: { x: false, y: false } },
      hooks: {
        // The latest value, until a pointer chooses another one.
        ready: [(plot) => known.length > 0 && plot.setLegend({ idx: known.at(-1)! })],
        draw: [(plot) => known.length === 1 && writeValue(plot, known[0]!, series, colorOf(element, '--text'))],
      },
    },
    [labels.map((_, index) => index), series.values],
    element,
  );
}

/** Write the value above the only point, which no line connects with another one. */
function writeValue({ ctx, valToPos }: uPlot, index: number, series: ChartSeries, color: string): void {
  const value = series.values[index]!;
  ctx.save();
  ctx.fillStyle = color;
  ctx.font = `600 ${14 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.fillText(series.format(value), valToPos(index, 'x', true), valToPos(value, 'y', true) - 10 * devicePixelRatio);
  ctx.restore();
}

// A canvas takes no CSS variables, and a variable is not resolved until it is used.
function colorOf(element: HTMLElement, variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function followTheme(redraw: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(redraw);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', redraw);
  return () => {
    chosen.disconnect();
    dark.removeEventListener('change', redraw);
  };
}
