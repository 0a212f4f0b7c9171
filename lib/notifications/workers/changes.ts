import { accountEntity } from '../../accounts/entities/accounts.ts';
import { contentEntity } from '../../content/entities/contents.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import { endpointEntity } from '../../webhooks/entities/endpoints.ts';
import { onAccountNotified, onContentNotified, onEndpointNotified, onMemberRemoved } from './notify-members.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(contentEntity, onContentNotified),
  onChange(accountEntity, onAccountNotified),
  onChange(endpointEntity, onEndpointNotified),
  onChange(memberEntity, onMemberRemoved),
];
