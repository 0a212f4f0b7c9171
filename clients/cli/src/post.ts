import { randomUUID } from 'node:crypto';
import { ApiError } from '../../typescript/src/errors.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import type { Content, Verify } from '../../typescript/src/types.ts';
import { cellText } from './cell.ts';
import { targetRows, urlsOf } from './content-view.ts';
import { type Context, connect } from './context.ts';
import { bodyOf } from './draft.ts';
import { EXIT, reportFailure } from './failures.ts';
import { postFields } from './field-names.ts';
import { assertPositionals, type Given, textOf } from './flags.ts';
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
  const isUrl = assertUrlOutput(given, { isDraft });
  if (alts.length > images.length) throw new UsageError('--alt is given more often than --image.');
  assertFiles(images);
  const scheduledAt = at === undefined ? undefined : await timeOf(at, context);
  const text =
    given.positionals[0] === '-' ? (await readStdin()).replaceAll('\r\n', '\n').trimEnd() : given.positionals[0]!;
  const key = textOf(given, 'idempotency-key') ?? randomUUID();
  const transport = connect(context);
  let stored: string | undefined;
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
    const body = bodyOf(draft, media, scheduledAt);
    const call = { method: 'POST', path: '/content', body, keyed: true };
    const created = await transport.send<Content>(call, { idempotencyKey: key });
    stored = created.id;
    const item = isNow ? await publish(transport, created) : created;
    if (isDraft || !(given.switches.get('wait') || isUrl)) return report(item, context);
    return await waitForOutcome(transport, item, context);
  } catch (error) {
    return reportFailure(error, { key, fields: postFields, item: stored }, output);
  }
}

/** Tell whether only URLs are printed. Throws a UsageError for another format, and for a draft, which has no URL. */
function assertUrlOutput(given: Given, { isDraft }: { isDraft: boolean }): boolean {
  const format = textOf(given, 'output');
  if (format === undefined) return false;
  if (format !== 'url') throw new UsageError(`--output is url, not ${JSON.stringify(format)}. --json prints JSON.`);
  if (isDraft) throw new UsageError('--draft and --output url exclude each other: a draft has no URL.');
  return true;
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

/** Publish an item. A repeat with the same key finds the item of the first request, which may be published. */
async function publish(transport: Transport, item: Content): Promise<Content> {
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
    output.note(`The publication continues. Its state: cis show ${item.id}, or cis open ${item.id}`);
    process.exit(EXIT.interrupted);
  };
  process.once('SIGINT', stop);
  const outcome = await followItem(transport, item, { onChange: (state) => output.progress(progressOf(state)) });
  process.removeListener('SIGINT', stop);
  report(outcome, context);
  const code = exitCodeOfItem(outcome);
  if (code === EXIT.unconfirmed) output.note(`The post is ${outcome.status}. Its state: cis show ${item.id}`);
  return code;
}

function report(item: Content, { given, output }: Context): number {
  if (textOf(given, 'output') === 'url') {
    for (const url of urlsOf(item)) output.text(url);
    const others = targetRows(item.targets.filter(({ status }) => status !== 'published'));
    for (const { platform, status, result } of others)
      output.note(`${cellText(platform, 'platform')} ${status}: ${result}`);
    return EXIT.success;
  }
  if (output.isJson || item.targets.length === 0) output.object(item);
  else output.rows(targetRows(item.targets), { columns: ['platform', 'part', 'status', 'result'] });
  if (!output.isJson) output.note(`Its state: cis show ${item.id}`);
  return EXIT.success;
}
