import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { LimitNotice } from '../rules/limit-notices.ts';

/** That a workspace has reached a part of a limit in a period: its event is sent once. Expires after 62 days. */
export const limitNoticeEntity = /* @__PURE__ */ defineEntity<LimitNotice>({
  name: 'LimitNotice',
  pk: 'WS#{workspace_id}#LIMITNOTICE',
  sk: '{id}',
});

export const limitNoticeLifecycle: Lifecycle = { ending: 'work' };
