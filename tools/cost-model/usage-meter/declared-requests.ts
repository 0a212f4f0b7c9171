import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import type { Operation } from '../../../lib/core/api/define-operation.ts';
import { completedExport, EXPORT_ID } from './fixtures/exports.ts';
import { calendarFeedId, calendarFeeds } from './fixtures/feeds.ts';
import { elevenHalts, haltId } from './fixtures/halts.ts';
import { elevenImports, importId } from './fixtures/imports.ts';
import { exampleKeyId, manyKeys } from './fixtures/keys.ts';
import { labelId, manyLabels } from './fixtures/labels.ts';
import { linkRuleId, linkRules } from './fixtures/link-rules.ts';
import { loggedEvents, logId } from './fixtures/logged.ts';
import { mediaFiles, mediaId } from './fixtures/media.ts';
import { exampleQueueId, manyQueues } from './fixtures/queues.ts';
import { exampleRecurrenceId, manyRecurrences } from './fixtures/recurrences.ts';
import { manyMembers, openInvitations, teamId } from './fixtures/team.ts';
import { manyTemplates, templateId } from './fixtures/templates.ts';
import type { Needs, Tenant } from './fixtures/tenant.ts';
import type { RequestKind } from './requests.ts';

interface PathFixture {
  needs?: Needs;
  seed?: RequestKind['seed'];
  id: (tenant: Tenant, index: number) => string;
}

const RECEIVER = 'https://receiver.example.com/';

/** The id in a path, by the path up to it. */
const PATH_FIXTURES: Record<string, PathFixture> = {
  '/v1/content/{id}': { needs: { drafts: 11 }, id: ({ drafts }, index) => drafts[index]! },
  '/v1/schedule/{id}': { needs: { scheduled: 11 }, id: ({ scheduled }, index) => scheduled[index]!.entryId },
  '/v1/accounts/{id}': { id: ({ accountId }) => accountId },
  '/v1/halts/{id}': { seed: elevenHalts, id: (_, index) => haltId(index) },
  '/v1/labels/{id}': { seed: manyLabels, id: (_, index) => labelId(index) },
  '/v1/media/{id}': { seed: mediaFiles, id: (_, index) => mediaId(index) },
  '/v1/templates/{id}': { seed: manyTemplates, id: (_, index) => templateId(index) },
  '/v1/link-rules/{id}': { seed: linkRules, id: (_, index) => linkRuleId(index) },
  '/v1/keys/{id}': { seed: manyKeys, id: exampleKeyId },
  '/v1/queues/{id}': { seed: manyQueues, id: exampleQueueId },
  '/v1/recurrences/{id}': { seed: manyRecurrences, id: exampleRecurrenceId },
  '/v1/team/members/{id}': { seed: manyMembers, id: (_, index) => teamId('member', index) },
  '/v1/team/invitations/{id}': { seed: openInvitations, id: (_, index) => teamId('invitation', index) },
  '/v1/calendar-feeds/{id}': { seed: calendarFeeds, id: (_, index) => calendarFeedId(index) },
  '/v1/imports/{id}': { seed: elevenImports, id: (_, index) => importId(index) },
  '/v1/exports/{id}': { seed: completedExport, id: () => EXPORT_ID },
  '/v1/events/{id}': { seed: loggedEvents, id: (_, index) => logId('event', index) },
  '/v1/sandbox/posts/{id}': { id: ({ sandboxPostId }) => sandboxPostId },
  '/v1/webhooks/{id}': { needs: { receiver: RECEIVER }, id: ({ endpointId }) => endpointId },
};

/** Derive a request to count from the example of each endpoint that has no row of its own in `rows`. */
export function declaredRequests(rows: readonly RequestKind[]): RequestKind[] {
  const counted = new Set(rows.map(({ operation }) => operation));
  return allEndpoints().flatMap(([id, operation]) => (counted.has(id) ? [] : [declaredRequest(operation)]));
}

function declaredRequest(operation: Operation): RequestKind {
  const { id, method, path, status, permissions, example = {} } = operation;
  const fixture = Object.entries(PATH_FIXTURES).find(([prefix]) => path.startsWith(prefix))?.[1];
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  return {
    name: id,
    operation: id,
    status,
    ...(fixture?.needs ? { needs: fixture.needs } : {}),
    ...(fixture?.seed ? { seed: fixture.seed } : {}),
    call: (tenant, index) => ({
      method,
      path: `${filledPath(path, { ...example.params, ...(fixture ? { id: fixture.id(tenant, index) } : {}) })}${query}`,
      ...(example.body === undefined ? {} : { body: atTimes(example.body) }),
      ...(example.headers ? { headers: example.headers } : {}),
      ...(permissions === 'none' ? { anonymous: true as const } : {}),
    }),
  };
}

function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function atTimes(body: unknown): unknown {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const text = JSON.stringify(body).replaceAll('{{tomorrow}}', inDays(1));
  return JSON.parse(text.replaceAll('{{yesterday}}', inDays(-1)));
}
