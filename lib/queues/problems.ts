import { defineProblem } from '../core/problems/define-problem.ts';

export const queuePaused = /* @__PURE__ */ defineProblem({
  code: 'queue_paused',
  status: 409,
  title: 'Queue paused',
  meaning: 'The queue is paused and accepts no posts.',
  remedy: 'Resume the queue with `PUT /v1/queues/{id}`, or send `scheduled_at` in place of `queue`.',
});

export const queueFull = /* @__PURE__ */ defineProblem({
  code: 'queue_full',
  status: 409,
  title: 'No free slot',
  meaning: 'The queue has the maximum number of posts, or no free slot in the next 731 days.',
  remedy: 'Add slots to the queue, or wait until posts are published.',
});

export const queueNotEmpty = /* @__PURE__ */ defineProblem({
  code: 'queue_not_empty',
  status: 409,
  title: 'Queue not empty',
  meaning: 'Posts that are not published yet have slots of the queue.',
  remedy: 'Delete, reschedule or publish these posts first. `GET /v1/queues/{id}/slots` lists them.',
  extensions: { queued: 3 },
});

export const queueLimit = /* @__PURE__ */ defineProblem({
  code: 'queue_limit',
  status: 409,
  title: 'Queue limit reached',
  meaning: 'The workspace has the maximum number of queues.',
  remedy: 'Delete a queue that is no longer needed.',
});

export const alreadyQueued = /* @__PURE__ */ defineProblem({
  code: 'already_queued',
  status: 409,
  title: 'Already in a queue',
  meaning: 'The content item has a slot of a queue.',
  remedy: 'Send `queue` with `PUT /v1/content/{id}` to move the item to another slot.',
});
