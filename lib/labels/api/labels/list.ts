import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { LabelResponse } from './responses.ts';

export const LabelListResponse = /* @__PURE__ */ lazyObject(() => ({
  labels: z.array(LabelResponse()).check(z.describe('All labels and campaigns of the workspace, by name.')),
}));

export const operation = defineOperation({
  id: 'labels.list',
  route: 'GET /v1/labels',
  summary: 'List labels and campaigns',
  description:
    'Return all labels and campaigns of the workspace, by name: at most 1,000 of each. The first item that names a label creates it.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  access: { list: ['Label'] },
});

export const response = LabelListResponse;
