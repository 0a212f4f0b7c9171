import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { CopyValue } from '../../components/secret.tsx';
import { t } from '../../language/texts.ts';

/** The link of an invitation that no email contains. It is shown once: no request returns it again. */
export function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title={t('team.linkTitle')} onClose={onClose}>
      <Notice kind="warning">{t('team.linkWarning')}</Notice>
      <CopyValue label={t('team.link')} value={link} />
      <footer>
        <Button class="primary" onClick={onClose}>
          {t('team.linkCopied')}
        </Button>
      </footer>
    </Dialog>
  );
}
