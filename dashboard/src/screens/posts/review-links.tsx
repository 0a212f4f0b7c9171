import { useState } from 'preact/hooks';
import { api, pagesOf, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import type { NameOf } from '../../member-names.ts';
import { NewReviewLink } from './new-review-link.tsx';

type ReviewLink = Schemas['ReviewLink'];

/** The review links of a post: for people without an account. */
export function ReviewLinks({ contentId, nameOf }: { contentId: string; nameOf: NameOf }) {
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ReviewLink | null>(null);
  const list = usePagedList(
    `review links ${contentId}`,
    pagesOf('/content/{id}/review-links', 'review_links', { limit: 20 }, contentId),
  );
  return (
    <section class="card" aria-labelledby="links-heading">
      <h2 id="links-heading">{t('words.reviewLinks')}</h2>
      <p class="muted">{t('posts.reviewLinksHint')}</p>
      <ul class="review-links">
        {list.items.map((link) => (
          <li key={link.id}>
            <p>
              <strong>{link.name}</strong> <Status status={link.status} />
            </p>
            <small>
              {t(link.permission === 'approve' ? 'posts.linkApproves' : 'posts.linkComments')}{' '}
              {rich('posts.linkCreated', {
                name: nameOf(link.created_by),
                end: link.revoked_at ? 'revoked' : link.status === 'expired' ? 'expired' : 'expires',
                time: () => <Time at={link.revoked_at ?? link.expires_at} />,
              })}{' '}
              {link.last_used_at
                ? rich('posts.linkUsed', { time: () => <Time at={link.last_used_at!} /> })
                : t('posts.linkNeverUsed')}
            </small>
            {(link.status === 'active' || link.status === 'comment_only') && (
              <Button
                class="small"
                aria-label={t('posts.revokeLinkOf', { name: link.name })}
                onClick={() => setRevoking(link)}
              >
                {t('words.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.items.length > 0 && list.isLoading ? null : <ListEnd list={list} />}
      <Button onClick={() => setCreating(true)}>{t('posts.createLink')}</Button>
      {isCreating && (
        <NewReviewLink contentId={contentId} onClose={() => setCreating(false)} onCreated={() => void list.reload()} />
      )}
      {revoking && (
        <Revoke
          contentId={contentId}
          link={revoking}
          onClose={() => setRevoking(null)}
          onRevoked={() => void list.reload()}
        />
      )}
    </section>
  );
}

interface RevokeProps {
  contentId: string;
  link: ReviewLink;
  onClose: () => void;
  onRevoked: () => void;
}

function Revoke({ contentId, link, onClose, onRevoked }: RevokeProps) {
  const revoke = async () => {
    const path = { id: contentId, link_id: link.id };
    await unwrap(api.DELETE('/content/{id}/review-links/{link_id}', { params: { path } }));
    onRevoked();
  };
  return (
    <Confirm
      title={t('posts.revokeTitle', { name: link.name })}
      confirm={t('words.revoke')}
      run={revoke}
      onClose={onClose}
    >
      <p>{t('posts.revokeExplanation')}</p>
    </Confirm>
  );
}
