import { defineProblem } from '../core/problems/define-problem.ts';

export const otherUsersComment = /* @__PURE__ */ defineProblem({
  code: 'other_users_comment',
  status: 403,
  title: 'Comment of another member',
  meaning: 'The comment was written by another member.',
  remedy: 'Ask the author, an owner or an admin to delete it.',
});

export const notEditable = /* @__PURE__ */ defineProblem({
  code: 'not_editable',
  status: 409,
  title: 'Content item not editable',
  meaning: 'The content item is published or being published and cannot be edited.',
  remedy: 'Create a new content item. To remove a post, delete it on the platform.',
});

export const alreadyPending = /* @__PURE__ */ defineProblem({
  code: 'already_pending',
  status: 409,
  title: 'Schedule entry already pending',
  meaning: 'The content item already has a pending schedule entry for this platform.',
  remedy: 'Cancel the entry first, or reschedule the item with `PUT /v1/content/{id}`.',
  extensions: { schedule_id: 'scd_01K00000000000000000000000' },
});

export const alreadyPublished = /* @__PURE__ */ defineProblem({
  code: 'already_published',
  status: 409,
  title: 'Already published',
  meaning:
    'The content item is already published on this platform, or may be. Scheduling it again could publish it ' +
    'twice.',
  remedy: 'Create a new content item. Resolve an unconfirmed target first.',
});

export const postAlreadyClaimed = /* @__PURE__ */ defineProblem({
  code: 'post_already_claimed',
  status: 409,
  title: 'Post belongs to another target',
  meaning: 'The post belongs to another target, or to another part of this target.',
  remedy: 'Check the URL. If the post does not exist, resolve the target as failed.',
});

export const approvalRequired = /* @__PURE__ */ defineProblem({
  code: 'approval_required',
  status: 409,
  title: 'Approval required',
  meaning:
    'The workspace requires approval, or an agent wrote the content item. The item is not approved, or was ' +
    'edited after its approval.',
  remedy: 'Submit the item with `POST /v1/content/{id}/submit`. Publish it once it is approved.',
  extensions: { current: 'pending_approval' },
});

export const contentChanged = /* @__PURE__ */ defineProblem({
  code: 'content_changed',
  status: 409,
  title: 'Content item changed',
  meaning: 'The content item has a different hash than the `content_hash` in the request.',
  remedy: 'Retrieve the item, review it, and send its `approval.content_hash`.',
  extensions: { content_hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
});

export const approvalStatementOutdated = /* @__PURE__ */ defineProblem({
  code: 'approval_statement_outdated',
  status: 409,
  title: 'Approval statement outdated',
  meaning:
    'The signed statement is not that of the content item as it is now: the item, its accounts or its times ' +
    'have changed, another member requested it, or it is older than five minutes.',
  remedy: 'Request a new statement with `GET /v1/content/{id}/approval-statement`, and sign it.',
});

export const mediaNotInLibrary = /* @__PURE__ */ defineProblem({
  code: 'media_not_in_library',
  status: 409,
  title: 'Media not in the library',
  meaning:
    'The content item has media behind a URL, and an approval by passkey is for the bytes of each file. ' +
    '`pointers` lists these media.',
  remedy:
    'Add each file to the media library with `POST /v1/media` and its `url`, and name its `media_id` in the item.',
  extensions: { pointers: ['/media/0/url'] },
});

export const commentLimit = /* @__PURE__ */ defineProblem({
  code: 'comment_limit',
  status: 409,
  title: 'Review comment limit reached',
  meaning: 'The content item has the maximum number of review comments.',
  remedy: 'Delete a comment that is no longer needed.',
});

export const reviewLinkLimit = /* @__PURE__ */ defineProblem({
  code: 'review_link_limit',
  status: 409,
  title: 'Review link limit reached',
  meaning: 'The content item has the maximum number of active review links.',
  remedy: 'Revoke a link that is no longer needed.',
});

export const nothingToRetry = /* @__PURE__ */ defineProblem({
  code: 'nothing_to_retry',
  status: 409,
  title: 'No failed targets to retry',
  meaning: 'No target of the content item has failed.',
  remedy: 'Check the `targets` of the item. Only targets with the status `failed` can be retried.',
});
