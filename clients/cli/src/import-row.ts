import { dirname, resolve } from 'node:path';
import { ApiError, CisError } from '../../typescript/src/errors.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import type { Content, ContentCreate, Validate } from '../../typescript/src/types.ts';
import { cellText, withFamiliarNames } from './cell.ts';
import { bodyOf } from './draft.ts';
import { invalidFields, mayRepeat } from './failures.ts';
import { planFields } from './field-names.ts';
import { assertFiles, uploadImages } from './images.ts';
import type { ImportResults } from './import-results.ts';
import { type PlanRow, STATUSES } from './plan.ts';
import { epochMsOf, type PlannedTime, parseTime } from './times.ts';
import { suggestion, UsageError } from './usage.ts';

/** What a row needs besides its content. */
export interface ImportSettings {
  transport: Transport;
  /** The file of the plan: paths of images start at its folder. */
  plan: string;
  zone: string;
}

/** The service keeps a key for 24 hours after the request, and after the time of scheduled work. */
const KEY_MS = 24 * 3_600_000;
/** A request takes a while, and clocks differ. */
const MARGIN_MS = 600_000;

/** Compute the time of a row, and check what needs no service. Throws a UsageError that begins with the column. */
export function checkRow(
  row: PlanRow,
  { plan, zone }: Omit<ImportSettings, 'transport'>,
  nowMs: number,
): PlannedTime | null {
  if (row.text === '') throw new UsageError('text: is missing.');
  if (row.platforms.length === 0) throw new UsageError('platforms: is missing.');
  const { status } = row;
  if (status !== undefined && !STATUSES.some((each) => each === status)) {
    throw new UsageError(
      `status: ${JSON.stringify(status)} is none of ${STATUSES.join(', ')}.${suggestion(status, STATUSES)}`,
    );
  }
  if (status === 'scheduled' && row.at === undefined)
    throw new UsageError('at: is missing, and the status is scheduled.');
  if (status === 'draft' && row.at !== undefined) throw new UsageError('at: a draft has no time.');
  if (status === 'published' && row.at !== undefined)
    throw new UsageError('at: the status is published, which means now.');
  if (row.alts.length > row.images.length) throw new UsageError('alt: there are more texts than images.');
  try {
    assertFiles(imagesOf(row, plan));
  } catch (error) {
    throw new UsageError(`image: ${(error as Error).message}`);
  }
  try {
    if (row.at !== undefined) return parseTime(row.at, { nowMs, zone });
  } catch (error) {
    throw new UsageError(`at: ${(error as Error).message}`);
  }
  return status === 'published' ? parseTime('now', { nowMs, zone }) : null;
}

/** Validate a row with the service. Returns a problem per line. */
export async function validateRow(
  row: PlanRow,
  time: PlannedTime | null,
  { transport }: ImportSettings,
): Promise<string[]> {
  const body = bodyOf(row, [], time?.requested);
  try {
    const { warnings } = await transport.send<Validate>({
      method: 'POST',
      path: '/content/validate',
      body,
      keyed: true,
    });
    // Files are uploaded by the import itself, and the note of the time says how the clock differs.
    const isKnown = (code: string) =>
      code.startsWith('local_time_') || (code === 'media_required' && row.images.length > 0);
    const open = warnings.filter(({ code }) => !isKnown(code));
    return open.map(({ platform, detail }) => `${cellText(platform, 'platform')}: ${detail}`);
  } catch (error) {
    if (!(error instanceof ApiError) || mayRepeat(error)) throw error;
    return problemsOf(error);
  }
}

/** The outcome of a row in this run. `earlier`: a run before it has created the item, also one that lost the response. */
export type RowOutcome = 'created' | 'earlier' | 'failed' | 'unknown';

/** Create the item of a row, at most once over all runs. */
export async function importRow(row: PlanRow, settings: ImportSettings, results: ImportResults): Promise<RowOutcome> {
  const last = results.of(row.key);
  if (last?.result === 'created') return 'earlier';
  const line = () => ({ key: row.key, row: row.number, time: new Date().toISOString() });
  if (last?.result === 'started' && !hasKey(last)) return 'unknown';
  try {
    // The same body for the same key: the time of `tomorrow 9:00` is that of the first run.
    const body = last?.result === 'started' ? last.body : await prepare(row, settings);
    if (last?.result !== 'started') results.add({ ...line(), result: 'started', body });
    let outcome: RowOutcome = 'created';
    const onReplay = () => {
      outcome = 'earlier';
    };
    const call = { method: 'POST', path: '/content', body, keyed: true, onReplay };
    const { id, status } = await settings.transport.send<Content>(call, { idempotencyKey: row.key });
    results.add({ ...line(), result: 'created', id, status });
    return outcome;
  } catch (error) {
    const { code, isFinal } = failureOf(error);
    // Without a final response the row stays `started`, and the next run sends the same request.
    const isStarted = results.of(row.key)?.result === 'started';
    if (isFinal || !isStarted) results.add({ ...line(), result: 'failed', code, detail: problemsOf(error).join('; ') });
    return 'failed';
  }
}

/** List what is wrong with a row, by its columns. */
function problemsOf(error: unknown): string[] {
  const invalid = error instanceof ApiError ? invalidFields(error, planFields) : [];
  return invalid.length > 0 ? invalid.map(withFamiliarNames) : [(error as Error).message];
}

function imagesOf({ images }: PlanRow, plan: string): string[] {
  return images.map((path) => resolve(dirname(plan), path));
}

async function prepare(row: PlanRow, settings: ImportSettings): Promise<ContentCreate> {
  const time = checkRow(row, settings, Date.now());
  const media = await uploadImages(settings.transport, imagesOf(row, settings.plan), { alts: row.alts, key: row.key });
  return bodyOf(row, media, time?.requested);
}

/** Tell whether the service still has the key of a request, if it has processed it. */
function hasKey({ time, body }: { time: string; body: ContentCreate }): boolean {
  const fromMs = Math.max(Date.parse(time), body.scheduled_at === undefined ? 0 : epochMsOf(body.scheduled_at));
  return Date.now() < fromMs + KEY_MS - MARGIN_MS;
}

function failureOf(error: unknown): { code: string; isFinal: boolean } {
  if (error instanceof ApiError) return { code: error.code, isFinal: !mayRepeat(error) };
  if (error instanceof CisError) return { code: 'connection', isFinal: !mayRepeat(error) };
  if (error instanceof UsageError) return { code: 'invalid_row', isFinal: true };
  throw error;
}
