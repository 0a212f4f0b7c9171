import { defineResource } from '../../../core/api/define-resource.ts';
import { ENUMERATED_PLATFORMS } from '../../../platforms/platform-names.ts';

export const resource = defineResource({
  description: `Connected accounts on ${ENUMERATED_PLATFORMS}.`,
  group: ['Accounts', 1],
  path: {
    id: ['The id of the platform account.', 'acc_01K00000000000000000000000'],
  },
  schemaNames: {
    'Account.metrics_budget': 'MetricsBudget',
    'Account.metrics_schedule': 'MetricsSchedule',
    'Account.platform': 'Platform',
    'Account.reconnect_reason': 'ReconnectReason',
    'Account.status': 'AccountStatus',
    'AccountConnectedEvent.data': 'AccountData',
    'AccountUpdate.metrics_budget': 'MetricsBudgetUpdate',
  },
});
