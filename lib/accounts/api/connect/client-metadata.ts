import { defineOperation } from '../../../core/api/define-operation.ts';
import { ClientMetadataResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'connect.client-metadata',
  route: 'GET /v1/connect/client-metadata.json',
  summary: 'Retrieve the OAuth client metadata for Bluesky',
  description:
    'Return the OAuth client metadata document that Bluesky servers read. The URL of this document is the client id; no registration is required. Its name is that of the branding of the stage.',
  permissions: 'none',
  audience: 'platform',
  access: { get: ['Workspace'] },
});

export const response = ClientMetadataResponse;
