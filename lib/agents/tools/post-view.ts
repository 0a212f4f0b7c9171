import * as z from 'zod/mini';
import { PROPOSED_QUEUE } from '../../content/rules/schedule/proposed-queue.ts';
import { cleanText, cleanTextOrNull, NAME_LENGTH, TEXT_LENGTH } from '../../core/values/clean-text.ts';
import type { Answers } from './called-operations.ts';
import { untrustedText } from './untrusted-text.ts';

/** A content item as the API returns it. */
export type ContentView = Answers['content.get'];

/** An item that was changed: without its texts for a token that may not read them. */
type ChangedView = Answers['content.update'];

const time = () => z.nullable(z.string());

/** The schema of the local time that stands for a time of publication. */
export const localTime = () => z.object({ local: z.string(), time_zone: z.string() });

/** The schema of a warning: why a target would fail at its time. */
export const warning = () => z.object({ code: z.string(), platform: z.string(), detail: z.string() });

/** Build the view of a warning. */
export function toWarning({ code, platform, detail }: z.infer<ReturnType<typeof warning>>) {
  return { code, platform, detail };
}

/** The schema of what a person or an edit has decided. */
const approval = () =>
  z.nullable(
    z.object({
      status: z.string(),
      content_hash: z.string(),
      requested_at: z.string(),
      decided_at: time(),
      untrusted_note: z.nullable(untrustedText('The note of the last action.', TEXT_LENGTH)),
    }),
  );

/** The schema of a post, as the tools return it after each change. */
export const post = () =>
  z.object({
    id: z.string(),
    title: z.nullable(z.string()),
    status: z
      .string()
      .check(z.meta({ description: 'draft, pending_approval, scheduled, published, failed, unconfirmed, …' })),
    platforms: z.array(z.string()),
    accounts: z.array(z.string()),
    text: z.nullable(z.string()),
    media: z.array(z.object({ media_id: z.optional(z.string()), type: z.string(), alt: z.optional(z.string()) })),
    thread: z.array(z.object({ text: z.string() })),
    first_comment: z.nullable(z.string()),
    platform_texts: z.record(z.string(), z.string()),
    labels: z.array(z.string()),
    campaign: z.nullable(z.string()),
    proposed_queue: z.nullable(z.string()),
    scheduled_at: time(),
    scheduled_local: z.nullable(localTime()),
    written_by_agents: z.array(z.string()),
    approval: approval(),
    warnings: z.array(warning()),
    updated_at: z.string(),
  });

type PostView = z.infer<ReturnType<typeof post>>;

/** Build the view of a post, without what only programs need. */
export function toPost(content: ChangedView): PostView {
  const { id, status, platforms, accounts, scheduled_at, scheduled_local, updated_at, approval: decided } = content;
  const texts = Object.entries(content.platform_options ?? {}).flatMap(([name, options]) =>
    options?.text === undefined ? [] : [[name, options.text] as const],
  );
  return {
    ...{ id, status, platforms, accounts },
    title: content.title ?? null,
    text: content.description ?? null,
    media: (content.media ?? []).map(({ media_id, type, alt }) => ({
      type,
      ...(media_id && { media_id }),
      ...(alt && { alt }),
    })),
    thread: (content.thread ?? []).map(({ text }) => ({ text })),
    first_comment: content.first_comment ?? null,
    platform_texts: Object.fromEntries(texts),
    labels: content.labels ?? [],
    campaign: content.campaign ?? null,
    proposed_queue: content.metadata?.[PROPOSED_QUEUE] ?? null,
    scheduled_at,
    scheduled_local,
    written_by_agents: content.agents.map(({ id }) => id),
    approval: decided && {
      ...{ status: decided.status, content_hash: decided.content_hash },
      ...{ requested_at: decided.requested_at, decided_at: decided.decided_at },
      untrusted_note: cleanTextOrNull(decided.note, TEXT_LENGTH),
    },
    warnings: content.warnings.map(toWarning),
    updated_at,
  };
}

/** The schema of the outcome of a post on one account. */
export const target = () =>
  z.object({
    platform: z.string(),
    account_id: z.nullable(z.string()),
    status: z.string(),
    scheduled_at: z.string(),
    scheduled_local: z.nullable(localTime()),
    published_at: time(),
    url: z.nullable(z.string()),
    error_code: z.nullable(z.string()),
    retryable: z.nullable(z.boolean()),
    untrusted_error_message: z.nullable(untrustedText('What the platform or the service reported.', TEXT_LENGTH)),
  });

/** Build the view of the outcome of a post on one account. */
export function toTarget(entry: ContentView['targets'][number]): z.infer<ReturnType<typeof target>> {
  const { platform, account_id, status, scheduled_at, scheduled_local, published_at, url, error } = entry;
  return {
    ...{ platform, account_id, status, scheduled_at, scheduled_local, published_at, url },
    error_code: error?.code ?? null,
    retryable: error?.retryable ?? null,
    untrusted_error_message: cleanTextOrNull(error?.message, TEXT_LENGTH),
  };
}

/** The schema of a remark of a member or an external reviewer about a post. */
export const remark = () =>
  z.object({
    id: z.string(),
    created_at: z.string(),
    written_by_agent: z.nullable(z.string()),
    untrusted_author: z.nullable(untrustedText('The name of an external reviewer.', NAME_LENGTH)),
    untrusted_text: untrustedText('The remark.', TEXT_LENGTH),
  });

/** The schema of the card of a link. */
export const linkCard = () =>
  z.object({
    platform: z.string(),
    url: z.string(),
    untrusted_title: z.nullable(untrustedText('The title of the page.', NAME_LENGTH)),
    untrusted_description: untrustedText('The description of the page.', TEXT_LENGTH),
  });

/** Build the views of the cards of a post, as they were when it was submitted. */
export function toLinkCards({ link_cards }: Pick<ChangedView, 'link_cards'>): z.infer<ReturnType<typeof linkCard>>[] {
  return (link_cards ?? []).map(({ platform, url, title, description }) => ({
    ...{ platform, url },
    untrusted_title: cleanTextOrNull(title, NAME_LENGTH),
    untrusted_description: cleanText(description, TEXT_LENGTH),
  }));
}
