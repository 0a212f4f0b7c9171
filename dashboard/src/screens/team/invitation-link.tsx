import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { CopyValue } from '../../components/secret.tsx';

/** The link of an invitation that no email contains. It is shown once: no request returns it again. */
export function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog title="Send this link to the person" onClose={onClose}>
      <Notice kind="warning">
        This service sends no email. The link makes the person who opens it first a member with the invited address:
        send it to this person only. It works once and will not be shown again.
      </Notice>
      <CopyValue label="Invitation link" value={link} />
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          I have copied the link
        </button>
      </footer>
    </Dialog>
  );
}
