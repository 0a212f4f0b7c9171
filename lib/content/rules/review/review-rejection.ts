/** Why a link leads to no item. */
export type ClosedReview = 'unknown' | 'revoked' | 'expired' | 'deleted';

/** Why nothing was saved. */
export type ReviewRejection =
  | 'content_changed'
  | 'invalid_state_transition'
  | 'passkey_required'
  | 'approval_not_permitted'
  | 'no_person'
  | 'invalid_note'
  | 'invalid_comment'
  | 'too_many_comments'
  | 'too_many_comments_this_hour';
