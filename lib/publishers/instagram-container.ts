import { setTimeout as sleep } from 'node:timers/promises';
import type { Media } from '../domain/platform.ts';
import { answerJson, at, succeeded, textOf } from './answer.ts';
import { classifyRefusal, classifySilence, whilePreparing, withoutId } from './classification.ts';
import { INSTAGRAM_ROWS } from './instagram-errors.ts';
import { call, classify, isId } from './instagram-request.ts';
import type { PlatformConnection, Post, PreparationOutcome, PublishingAccount } from './publisher.ts';

const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 5_000;

type NotPrepared = Exclude<PreparationOutcome, { outcome: 'prepared' }>;

async function createContainer(
  body: object,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'created'; id: string } | NotPrepared> {
  const path = `${encodeURIComponent(account.externalId)}/media`;
  const result = await call('POST', path, body, account, connection);
  if (result.answer === null) return whilePreparing(classifySilence(result));
  if (!succeeded(result.answer)) return whilePreparing(classify(result.answer, account));
  const id = at(answerJson(result.answer), 'id');
  return isId(id) ? { outcome: 'created', id } : whilePreparing(withoutId(result.answer.status));
}

function pictureOf({ url, alt }: Media): object {
  return { image_url: url, ...(alt === undefined || alt === '' ? {} : { alt_text: alt }) };
}

/** One container for one picture; for several, one for each and one that holds them together. */
export async function createContainers(
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
) {
  const caption = post.text === '' ? {} : { caption: post.text };
  const [only, ...others] = post.media;
  if (only !== undefined && others.length === 0) {
    return createContainer({ ...pictureOf(only), ...caption }, account, connection);
  }
  const children: string[] = [];
  for (const media of post.media) {
    const child = await createContainer({ ...pictureOf(media), is_carousel_item: true }, account, connection);
    if (child.outcome !== 'created') return child;
    children.push(child.id);
  }
  const carousel = { media_type: 'CAROUSEL', children: children.join(','), ...caption };
  return createContainer(carousel, account, connection);
}

/** Polls a container, at growing intervals, until it is finished (null) or the connection's deadline is over. */
export async function waitUntilFinished(
  containerId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<NotPrepared | null> {
  const endMs = performance.now() + connection.deadlineMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_POLL_MS)) {
    const left = { ...connection, deadlineMs: Math.max(1, Math.floor(endMs - performance.now())) };
    const result = await call('GET', `${containerId}?fields=status_code,status`, undefined, account, left);
    if (result.answer === null) return whilePreparing(classifySilence(result));
    if (!succeeded(result.answer)) return whilePreparing(classify(result.answer, account));
    const json = answerJson(result.answer);
    const state = textOf(at(json, 'status_code'));
    if (state === 'FINISHED') return null;
    if (state !== 'IN_PROGRESS') return failedContainer(state, textOf(at(json, 'status')) ?? '', account);
    if (performance.now() + pauseMs >= endMs) {
      return failedContainer('IN_PROGRESS', 'Instagram is still processing the picture', account);
    }
    await sleep(pauseMs);
  }
}

/** Instagram names the reason in words; a subcode among them says which row of the table it is. */
function failedContainer(
  state: string | undefined,
  explanation: string,
  account: PublishingAccount,
): NotPrepared {
  const named = /\b2207\d{3}\b/.exec(explanation);
  const subcodes: Record<string, number> = { IN_PROGRESS: 2207027, EXPIRED: 2207020 };
  const refusal = {
    // A state that is not documented is treated as Instagram's own failure.
    status: state === 'ERROR' || state === 'IN_PROGRESS' || state === 'EXPIRED' ? 400 : 500,
    errorSubcode: subcodes[state ?? ''] ?? (named === null ? undefined : Number(named[0])),
    explanation,
    retryAfterSeconds: null,
  };
  return whilePreparing(classifyRefusal(INSTAGRAM_ROWS, refusal, account.accessToken));
}
