import { SAMPLE_REVIEW_TOKEN } from '../../lib/content/api/review/sample-token.ts';
import type { FieldDoc } from './field-docs.ts';

const NAME: FieldDoc = ['The name of the reviewer. Their comments and decisions carry it.', 'Ada Example'];
const PERMISSION: FieldDoc = [
  '`comment`: the reviewer sees the item and comments on it. `approve`: they also approve it or request changes.',
  'approve',
];

/** Fields of a review link, in every response. */
const LINK: Record<string, FieldDoc> = {
  id: ['The id of the link.', 'rvl_01K00000000000000000000000'],
  name: NAME,
  permission: PERMISSION,
  status: ['`active`, or why it has ended.', 'active'],
  created_by: [
    'The member who created the link. The reviewer decides in their place.',
    'usr_01K00000000000000000000000',
  ],
  revoked_at: ['Time the link was revoked.', null],
  last_used_at: ['Time of the last comment or decision by the link.', null],
};

function ofSchema(schema: string, docs: Record<string, FieldDoc>): Record<string, FieldDoc> {
  return Object.fromEntries(Object.entries(docs).map(([name, doc]) => [`${schema}.${name}`, doc]));
}

/** Descriptions of the fields of review links and of the forms of the review page. */
export const REVIEW_FIELD_DOCS: Record<string, FieldDoc> = {
  ...ofSchema('ReviewLink', LINK),
  ...ofSchema('ReviewLinkUrl', {
    ...LINK,
    url: [
      'The address of the review page. Returned only in this response.',
      `https://api.example.com/v1/review?token=${SAMPLE_REVIEW_TOKEN}`,
    ],
  }),
  ...ofSchema('ReviewLinkCreate', { name: NAME, permission: PERMISSION }),
  ...ofSchema('ReviewForm', {
    token: ['The token of the link.', SAMPLE_REVIEW_TOKEN],
    action: ['`comment`, or a decision.', 'comment'],
    text: ['The comment, or the note of a decision.', 'Please use the other photo.'],
    content_hash: ['Of a decision: the hash of the item that the page has shown.', ''],
  }),
  'ReviewLinks.review_links': ['The review links on this page.'],
  'actor.review_link_id': [
    'The review link that was used. Only for the type `review_link`.',
    'rvl_01K00000000000000000000000',
  ],
};
