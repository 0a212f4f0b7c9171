import { defineOperation } from '../../../core/api/define-operation.ts';
import { PlatformListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'platforms.list',
  route: 'GET /v1/platforms',
  summary: 'List the platforms',
  description:
    'Return what a client needs to know of each platform: its name, how an account is connected, what a post can have, its limits, and the fields of `platform_options`. `POST /content/validate` checks a post against every rule.',
  permissions: 'token',
  agents: true,
  portals: true,
});

export const response = PlatformListResponse;
