import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { onAccess } from '../../identity/workers/access-changes.ts';
import { accountEntity, accountRemovalEntity } from '../entities/accounts.ts';
import { workspaceAppEntity } from '../entities/connections.ts';
import { accountRemovalSteps } from '../jobs.ts';
import type { Account } from '../rules/account.ts';
import type { WorkspaceApp } from '../rules/connect/platform-app.ts';
import { isSandboxAccountId } from '../rules/sandbox-account.ts';
import { onAccountChanged } from './account-changes.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(
    accountEntity,
    onAccountChanged,
    onAccess<Account>((_, { id }, operation) =>
      operation === 'accounts.create' && !isSandboxAccountId(id)
        ? { change: 'account_credentials_set', subject_id: id }
        : null,
    ),
  ),
  onChange(
    workspaceAppEntity,
    onAccess<WorkspaceApp>((_, { platform }) => ({ change: 'app_credentials_set', subject_id: platform })),
  ),
  onChange(accountRemovalEntity, queueStepsOf(accountRemovalSteps)),
];
