// Generated from what the features declare by `npm run generate`; do not edit.
import { changes as accountsChanges } from '../../accounts/workers/changes.ts';
import { changes as analyticsChanges } from '../../analytics/workers/changes.ts';
import { changes as contentChanges } from '../../content/workers/changes.ts';
import type { BatchedChanges, SingleChanges } from '../../core/stream/on-change.ts';
import { changes as duplicatesChanges } from '../../duplicates/workers/changes.ts';
import { changes as exportsChanges } from '../../exports/workers/changes.ts';
import { changes as feedsChanges } from '../../feeds/workers/changes.ts';
import { changes as haltsChanges } from '../../halts/workers/changes.ts';
import { changes as identityChanges } from '../../identity/workers/changes.ts';
import { changes as importsChanges } from '../../imports/workers/changes.ts';
import { changes as mediaChanges } from '../../media/workers/changes.ts';
import { changes as notificationsChanges } from '../../notifications/workers/changes.ts';
import { changes as publishingChanges } from '../../publishing/workers/changes.ts';
import { changes as queuesChanges } from '../../queues/workers/changes.ts';
import { changes as recurrencesChanges } from '../../recurrences/workers/changes.ts';
import { changes as searchChanges } from '../../search/workers/changes.ts';
import { changes as usageChanges } from '../../usage/workers/changes.ts';
import { changes as webhooksChanges } from '../../webhooks/workers/changes.ts';
import { changes as workspacesChanges } from '../../workspaces/workers/changes.ts';
import { changes as appChanges } from '../sweep/changes.ts';

/** What follows from changes of the table, by feature. */
export const CHANGES: (SingleChanges | BatchedChanges)[] = [
  ...accountsChanges,
  ...analyticsChanges,
  ...appChanges,
  ...contentChanges,
  ...duplicatesChanges,
  ...exportsChanges,
  ...feedsChanges,
  ...haltsChanges,
  ...identityChanges,
  ...importsChanges,
  ...mediaChanges,
  ...notificationsChanges,
  ...publishingChanges,
  ...queuesChanges,
  ...recurrencesChanges,
  ...searchChanges,
  ...usageChanges,
  ...webhooksChanges,
  ...workspacesChanges,
];
