import { randomUUID } from 'node:crypto';
import { ApiError } from '../../typescript/src/errors.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import type { Content, ContentCreate, Verify } from '../../typescript/src/types.ts';
import { type Context, connect } from './context.ts';
import { bodyOf } from './draft.ts';
import { EXIT, reportFailure } from './failures.ts';
import { assertPositionals, textOf } from './flags.ts';
import { exitCodeOfItem, followItem, progressOf } from './follow.ts';
import { assertFiles, uploadImages } from './images.ts';
import { readStdin } from './prompt.ts';
import type { RequestedTime } from './times.ts';
import { UsageError } from './usage.ts';

/** Create a post: now, at a time, or as a draft. Returns the exit code. */
export async function post(context: Context): Promise<number> {
  const { given, output } = context;
  assertPositionals(given, ['text']);
  const platforms = given.texts.get('to') ?? [];
  if (platforms.length === 0) throw new UsageError('--to is missing: the platforms, such as --to x,bluesky');
  const isDraft = given.switches.get('draft') ?? false;
  const at = textOf(given, 'at');
  if (isDraft && at !== undefined) throw new UsageError('--draft and --at exclude each other: a draft has no time.');
  const images = given.texts.get('image') ?? [];
  const alts = given.texts.get('alt') ?? [];
  if (alts.length > images.length) throw new UsageError('--alt is given more often than --image.');
  assertFiles(images);
  const scheduledAt = at === undefined ? undefined : await timeOf(at, context);
  const text =
    given.positionals[0] === '-' ? (await readStdin()).replaceAll('\r\n', '\n').trimEnd() : given.positionals[0]!;
  const key = textOf(given, 'idempotency-key') ?? randomUUID();
  const transport = connect(context);
  try {
    if (!isDraft) await assertMayPublish(transport);
    const onProgress = (line: string) => output.progress(line);
    const media = await uploadImages(transport, images, { alts, key, onProgress });
    const draft = {
      text,
      platforms,
      accounts: given.texts.get('account') ?? [],
      thread: given.texts.get('thread') ?? [],
      firstComment: textOf(given, 'first-comment'),
    };
    const isNow = !isDraft && scheduledAt === undefined;
    const item = await create(transport, bodyOf(draft, media, scheduledAt), { key, isNow });
    if (!given.switches.get('wait') || isDraft) return report(item, context);
    return await waitForOutcome(transport, item, context);
  } catch (error) {
    return reportFailure(error, { key }, output);
  }
}

/** Throw a UsageError for an agent key. Its files and its draft would be stored before the service rejects the publication. */
async function assertMayPublish(transport: Transport): Promise<void> {
  const { agent } = await transport.send<Verify>({ method: 'GET', path: '/auth/verify' });
  // An earlier version of the service does not name it.
  if (!agent) return;
  throw new UsageError(
    'An agent key cannot publish or schedule; nothing was created. Add --draft, without --at, and submit the draft: cis content submit <id>',
  );
}

async function timeOf(text: string, { output }: Context): Promise<RequestedTime> {
  const { machineZone, parseTime } = await import('./times.ts');
  const { iso, requested, note } = parseTime(text, { nowMs: Date.now(), zone: machineZone() });
  if (note !== null) output.warn(`${note} The post has the time ${iso}.`);
  return requested;
}

/** Create an item, and publish it. A repeat with the same key finds the item of the first request. */
async function create(transport: Transport, body: ContentCreate, { key, isNow }: { key: string; isNow: boolean }) {
  const item = await transport.send<Content>(
    { method: 'POST', path: '/content', body, keyed: true },
    { idempotencyKey: key },
  );
  if (!isNow) return item;
  const path = `/content/${encodeURIComponent(item.id)}`;
  try {
    return await transport.send<Content>({ method: 'PUT', path, body: { status: 'published' } });
  } catch (error) {
    // The first request with this key has published it, with whatever outcome.
    const current =
      error instanceof ApiError && error.status === 409 ? await transport.send<Content>({ method: 'GET', path }) : null;
    if (!current || current.targets.length === 0) throw error;
    return current;
  }
}

async function waitForOutcome(transport: Transport, item: Content, context: Context): Promise<number> {
  const { output } = context;
  const stop = () => {
    output.note(`The publication continues. Its state: cis content get ${item.id}, or cis open ${item.id}`);
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', stop);
  const outcome = await followItem(transport, item, { onChange: (state) => output.progress(progressOf(state)) });
  process.removeListener('SIGINT', stop);
  report(outcome, context);
  const code = exitCodeOfItem(outcome);
  if (code === EXIT.unconfirmed) output.note(`The post is ${outcome.status}. Its state: cis content get ${item.id}`);
  return code;
}

function report(item: Content, { output }: Context): number {
  if (output.isJson || item.targets.length === 0) {
    const { id, title, status, platforms, scheduled_at } = item;
    output.object(output.isJson ? item : { id, title, status, platforms, scheduled_at });
    return EXIT.success;
  }
  const rows = item.targets.map(({ platform, status, url, scheduled_at, error }) => ({
    platform,
    status,
    result: error?.message ?? url ?? scheduled_at,
  }));
  output.rows(rows, { columns: ['platform', 'status', 'result'] });
  output.note(`Its state: cis content get ${item.id}`);
  return EXIT.success;
}
