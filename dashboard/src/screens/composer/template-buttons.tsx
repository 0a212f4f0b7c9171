import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import type { Account } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import type { Draft } from './draft.ts';
import { SaveTemplate } from './save-template.tsx';
import { UseTemplate } from './use-template.tsx';

interface TemplateButtonsProps {
  draft: Draft;
  accounts: Account[];
  onChange: (change: Partial<Draft>) => void;
}

/** The buttons that use a template in a post, and that save its text as one. */
export function TemplateButtons({ draft, accounts, onChange }: TemplateButtonsProps) {
  const [open, setOpen] = useState<'use' | 'save' | null>(null);
  const close = () => setOpen(null);
  const { portal } = useSession();
  return (
    <div class="actions">
      <Button class="small" onClick={() => setOpen('use')}>
        {t('composer.useTemplate')}
      </Button>
      {draft.text.trim() !== '' && !portal && (
        <Button class="small" onClick={() => setOpen('save')}>
          {t('composer.saveTemplate')}
        </Button>
      )}
      {open === 'use' && <UseTemplate draft={draft} accounts={accounts} onChange={onChange} onClose={close} />}
      {open === 'save' && <SaveTemplate text={draft.text} onClose={close} />}
    </div>
  );
}
