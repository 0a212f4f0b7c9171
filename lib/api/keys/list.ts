import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { PageQuery } from '../request-fields.ts';
import { lazyObject, Pagination } from '../response-fields.ts';
import { KeyResponse } from './responses.ts';

export const KeyListResponse = lazyObject(() => ({ keys: z.array(KeyResponse()), pagination: Pagination() }));

export const operation = defineOperation({
  id: 'keys.list',
  route: 'GET /v1/keys',
  summary: 'List API keys',
  description:
    'Return the API keys of the workspace, newest first, with their permissions, allowed addresses, expiry and last use. Secrets are never returned.',
  permissions: ['keys:read'],
  query: PageQuery,
  response: KeyListResponse,
  access: { indexes: ['by_parent'] },
});
