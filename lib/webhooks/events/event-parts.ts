// Generated from the event modules of the features by `npm run generate`; do not edit.
import { ACCOUNT_PARTS } from '../../accounts/events/schema-parts.ts';
import { ANALYTICS_PARTS } from '../../analytics/events/schema-parts.ts';
import { CONTENT_PARTS } from '../../content/events/schema-parts.ts';
import { SCHEMA_PARTS } from '../../core/events/schema-parts.ts';
import { EXPORT_PARTS } from '../../exports/events/schema-parts.ts';
import { CALENDAR_FEED_PARTS } from '../../feeds/events/schema-parts.ts';
import { HALT_PARTS } from '../../halts/events/schema-parts.ts';
import { IMPORT_PARTS } from '../../imports/events/schema-parts.ts';
import { LABEL_PARTS } from '../../labels/events/schema-parts.ts';
import { LINK_RULE_PARTS } from '../../link-rules/events/schema-parts.ts';
import { MEDIA_PARTS } from '../../media/events/schema-parts.ts';
import { QUEUE_PARTS } from '../../queues/events/schema-parts.ts';
import { RECURRENCE_PARTS } from '../../recurrences/events/schema-parts.ts';
import { TEMPLATE_PARTS } from '../../templates/events/schema-parts.ts';
import { WORKSPACE_PARTS } from '../../workspaces/events/schema-parts.ts';

/** The building blocks of the schemas of all event kinds. */
export const EVENT_PARTS = {
  ...ACCOUNT_PARTS,
  ...ANALYTICS_PARTS,
  ...CONTENT_PARTS,
  ...SCHEMA_PARTS,
  ...EXPORT_PARTS,
  ...CALENDAR_FEED_PARTS,
  ...HALT_PARTS,
  ...IMPORT_PARTS,
  ...LABEL_PARTS,
  ...LINK_RULE_PARTS,
  ...MEDIA_PARTS,
  ...QUEUE_PARTS,
  ...RECURRENCE_PARTS,
  ...TEMPLATE_PARTS,
  ...WORKSPACE_PARTS,
};
