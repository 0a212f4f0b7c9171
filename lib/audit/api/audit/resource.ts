import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description:
    'The audit log records who changed what, when and from where. Each entry includes the hash of the preceding entry.',
  group: ['Workspace', 5],
  query: {
    'verify.from': ['Number of the first entry to verify.', 1, { maximum: 999_999_999, default: 1 }],
    'verify.limit': ['Maximum number of entries to verify.', 1000, { maximum: 1000, default: 1000 }],
    previous_hash: [
      'The hash of the entry before `from`.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ],
  },
  schemaNames: {
    'AuditEntry.action': 'AuditedAction',
    'AuditEntry.actor': 'Actor',
    'AuditEntry.actor.type': 'ActorType',
    'AuditEntry.changes[]': 'AuditedChange',
    'AuditEntry.resource': 'AuditedResource',
    'AuditEntry.resource.type': 'AuditedResourceType',
  },
});
