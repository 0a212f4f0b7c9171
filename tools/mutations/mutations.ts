/** A change of the service that breaks a promise, so that seeds of a model must fail. */
export interface Mutation {
  name: string;
  model: 'people' | 'calendar';
  edits: readonly Edit[];
  /** How many of the first seeds must fail. */
  kills: { seeds: number; of: number };
  /** What a seed reports. */
  reports: string;
}

/** A text that a file has once, and what replaces it. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

const SEVERAL_PEOPLE = { seeds: 2, of: 20 };
const SEVERAL_CALENDARS = { seeds: 2, of: 10 };

/** The changes that the tests of people and of the calendar must report. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'resolve-any-part',
    model: 'people',
    edits: [
      {
        file: 'lib/publishing/rules/resolve-unconfirmed.ts',
        find: 'function namedPart(content: Content, { platform }: ScheduleEntry, { part }: Resolution): number {',
        replace:
          'function namedPart(content: Content, { platform, parts }: ScheduleEntry, { part }: Resolution): number {\n  if (Math.abs(1) === 1) return parts.length;',
      },
    ],
    kills: SEVERAL_PEOPLE,
    reports: '`live, but failed, which no person has said`, or `published without a post that no person has reported`',
  },
  {
    name: 'retry-without-a-look',
    model: 'people',
    edits: [
      {
        file: 'lib/publishing/rules/next-step.ts',
        find: "  if (earlierSends(known, entry, nowMs).length === 0) return { step: 'prepare' };\n  if (!finding) return { step: 'look' };",
        replace: "  if (!finding || earlierSends(known, entry, nowMs).length === 0) return { step: 'prepare' };",
      },
    ],
    kills: SEVERAL_PEOPLE,
    reports: '`a post that is live was not looked for`',
  },
  {
    name: 'no-post-claims',
    model: 'people',
    edits: [
      {
        file: 'lib/content/store/post-claims.ts',
        find: 'return [...new Set(newNames(content, before, after))].map(',
        replace: 'return [...new Set(newNames(content, before, after))].slice(0, 0).map(',
      },
    ],
    kills: SEVERAL_PEOPLE,
    reports: '`one post has two targets`',
  },
  {
    name: 'unconditional-queue',
    model: 'calendar',
    edits: [
      {
        file: 'lib/queues/store/queues.ts',
        find: '    versioned(queueEntity, before, after),\n    ...renameWrites(',
        replace: "    { ...versioned(queueEntity, before, after), condition: 'any' } as never,\n    ...renameWrites(",
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: 'another slot than the next free one, of posts that are queued at once',
  },
  {
    name: 'later-local-time',
    model: 'calendar',
    edits: [
      {
        file: 'lib/core/values/local-time.ts',
        find: "const time = given.toZonedDateTime(time_zone, { disambiguation: 'compatible' });",
        replace: "const time = given.toZonedDateTime(time_zone, { disambiguation: 'later' });",
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: 'another `scheduled_at` than the plan',
  },
  {
    name: 'release-at-once',
    model: 'calendar',
    edits: [
      {
        file: 'lib/halts/rules/halt-release.ts',
        find: 'const interval_ms = Math.floor((release.spread_seconds * 1000) / Math.max(1, count));',
        replace: 'const interval_ms = count * 0;',
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: '`the release of a halt is a burst`',
  },
  {
    name: 'unplanned-post',
    model: 'calendar',
    edits: [
      {
        file: 'lib/publishing/workers/plan-schedules.ts',
        find: 'await Promise.all(part.map(({ sk }) => byId.get(sk)).map(',
        replace: 'await Promise.all(part.slice(1).map(({ sk }) => byId.get(sk)).map(',
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: '`late without a reason`',
  },
  {
    name: 'ignored-hash',
    model: 'calendar',
    edits: [
      {
        file: 'lib/recurrences/rules/occurrence-post.ts',
        find: "return isUnchanged(content, made, (target) => target.status === 'pending' || lostAccount(content, target));",
        replace:
          "return made !== null && content.targets.every((target) => target.status === 'pending' || lostAccount(content, target));",
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: '`is cancelled without a request`, or another count of replaced items',
  },
  {
    name: 'skipped-row',
    model: 'calendar',
    edits: [
      {
        file: 'lib/imports/workers/run-rows.ts',
        find: '{ position: before.position + 1, created_count: before.created_count + 1 }',
        replace: '{ position: before.position + 2, created_count: before.created_count + 1 }',
      },
    ],
    kills: SEVERAL_CALENDARS,
    reports: 'another number of created items',
  },
  {
    name: 'unlisted-moves',
    model: 'calendar',
    edits: [
      {
        file: 'lib/duplicates/workers/moved-claims.ts',
        find: 'if (!before || !after || !hasMoved(before, after)) return;',
        replace: 'if (!before || !after || hasMoved(before, after) || nowMs > 0) return;',
      },
    ],
    kills: { seeds: 1, of: 6 },
    reports: 'a duplicate is accepted',
  },
  {
    name: 'instants-of-a-recurrence',
    model: 'calendar',
    edits: [
      {
        file: 'lib/duplicates/rules/content-claim.ts',
        find: 'return !isOnOneClock || Math.abs(one.clock_ms - two.clock_ms) < periodMs;',
        replace: 'return !isOnOneClock || Math.abs(one.clock_ms - two.clock_ms) >= 0;',
      },
    ],
    kills: { seeds: 2, of: 3 },
    reports: '`has no item for` a date',
  },
  {
    name: 'time-of-sending',
    model: 'calendar',
    edits: [
      {
        file: 'lib/duplicates/rules/content-claim.ts',
        find: 'function timesOf({ recurrence }: Content, { scheduled_at, scheduled_local }: Target) {\n  const at_ms = Date.parse(scheduled_at);\n',
        replace:
          'function timesOf({ recurrence: _ }: Content, { scheduled_at, scheduled_local, published_at }: Target) {\n  const recurrence = null as { id: string } | null;\n  const at_ms = Date.parse(published_at ?? scheduled_at);\n',
      },
      {
        file: 'lib/duplicates/steps/claim-content.ts',
        find: 'return others.filter((holder) => isTooClose(claim, holder, periodMs)).map(',
        replace: 'return others.map(',
      },
    ],
    kills: { seeds: 1, of: 3 },
    reports: '`has no item for` a date',
  },
  {
    name: 'released-although-held',
    model: 'calendar',
    edits: [
      {
        file: 'lib/halts/workers/release-held.ts',
        find: 'if (isHeld(content, entry)) return;',
        replace: 'if (isHeld(content, entry) && nowMs < 0) return;',
      },
      {
        file: 'lib/halts/workers/release-held.ts',
        find: 'if (isQueued && (await holdInPausedQueue(content, nowMs))) return;',
        replace: 'if (isQueued && nowMs < 0) return;',
      },
    ],
    kills: { seeds: 2, of: 6 },
    reports: '`has moved …, although its queue is paused`',
  },
];
