import type { EventModule } from '../../core/events/event-module.ts';
import { deriveRecordChange } from '../../core/events/record-changes.ts';
import { pick } from '../../core/values/pick.ts';
import { templateEntity } from '../entities/templates.ts';
import type { Template } from '../rules/template.ts';
import type { TemplateParts } from './schema-parts.ts';

/** `template.changed`. */
export const templateChanged = {
  description:
    'A template was created, updated or deleted. Items that have its text keep it. `data` names the template; `GET /v1/templates/{id}` returns the rest.',
  schema: ({ z, change, templateFields: { id, name, kind } }) =>
    z.object({ id, name, kind, change }).check(z.describe('The template.')),
  sample: { id: 'tpl_01K00000000000000000000000', name: 'Launch', kind: 'snippet', change: 'updated' },
  permission: 'content:read',
  source: templateEntity,
  on: 'change',
  derive: (before, after, changedAt) =>
    deriveRecordChange({ before, after, changedAt }, (template) => pick(template, 'id', 'name', 'kind')),
} satisfies EventModule<Template, TemplateParts>;
