import type { ReviewTexts } from './review-texts.ts';

/** The pages of a reviewer in English. */
export const en: ReviewTexts = {
  asks: '{workspace} asks {reviewer} for a review.',
  agentWrote: 'The agent “{agent}” wrote a part of this. {person} is responsible for the agent.',
  states: 'The agent states, unverified:',
  status: {
    not_submitted: 'Not submitted for approval',
    pending_approval: 'Waiting for approval',
    changes_requested: 'Changes were requested',
    approved: 'Approved',
  },
  requestedBy: ', requested by {who}',
  by: ' by {who}',
  on: ' on {time}',
  agentOf: 'the agent “{agent}” of {person}',
  agentAuthor: 'The agent “{agent}” of {person}',
  formerMember: { first: 'A former member', within: 'a former member' },
  planned: 'Planned for {time}.',
  publishedOrPlanned: 'Published or planned for {time}.',
  cancelled: 'The publication is cancelled.',
  post: 'The post',
  posts: 'The posts',
  noAccount: 'No account is connected yet.',
  connectionsOnly: 'Visible to connections only',
  firstComment: 'First comment',
  threadPost: 'Post {position} of the thread',
  cardUnread: 'The link preview of {url} is read when the post is submitted for approval.',
  noCard: 'No link preview of {url}.',
  linkPreview: 'Link preview',
  alt: 'Alternative text: {text}',
  noAlt: 'No alternative text',
  decision: 'Your decision',
  note: 'Note (optional)',
  decisions: { approve: 'Approve', 'request-changes': 'Request changes' },
  comments: 'Comments',
  noComments: 'There are no comments yet.',
  earlierComments: 'Earlier comments are not shown.',
  yourComment: 'Your comment',
  comment: 'Comment',
  saved: 'Saved',
  back: 'Back to the post',
  scope: {
    comment: 'This link allows comments, also on later versions of the post.',
    decide: 'This link allows you to decide about this post, also about later versions.',
    ended:
      'This link only allows comments, because the access with which it was created has ended. Ask the sender for a new link to decide.',
  },
  until: 'It works until {time}. Do not share it.',
  closed: {
    unknown: { title: 'Unknown link', text: 'This link is not valid. Ask the sender for a new link.' },
    revoked: { title: 'The link was revoked', text: 'This link was revoked. Ask the sender for a new link.' },
    expired: { title: 'The link has expired', text: 'This link has expired. Ask the sender for a new link.' },
    deleted: { title: 'The post was deleted', text: 'There is nothing to review.' },
  },
  rejections: {
    content_changed:
      'The post has changed since you opened this page. Your decision was not saved. Review the current version below.',
    invalid_state_transition: 'Your decision was not saved because the post is no longer waiting for approval.',
    passkey_required:
      'Your decision was not saved because posts of this workspace are approved by its members with a passkey. You can request changes or comment.',
    approval_not_permitted:
      'Your decision was not saved because this link cannot decide about this post. Contact the person who sent it to you.',
    no_person:
      'Your decision was not saved because an agent wrote a part of this post, and a link that an API key created cannot approve what an agent wrote. You can request changes or comment.',
    invalid_note:
      'Your decision was not saved because the note is invalid. It can have at most {max} characters, and no control characters.',
    invalid_comment: 'The comment was not saved. It must have 1 to {max} characters, and no control characters.',
    too_many_comments: 'The comment was not saved. This link allows at most {max} comments.',
    too_many_comments_this_hour:
      'The comment was not saved. This link allows at most {max} comments an hour. Try again later.',
  },
  // biome-ignore format: the months of half a year per line.
  months: [
    'January', 'February', 'March', 'April', 'May', 'June',
    'July', 'August', 'September', 'October', 'November', 'December',
  ],
  time: '{day} {month} {year} at {clock} UTC',
};
