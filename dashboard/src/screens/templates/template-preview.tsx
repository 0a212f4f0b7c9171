import { PostPreviews } from '../../content/preview.tsx';
import { withHandles, withValues } from '../../content/template-texts.ts';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import { PLATFORMS } from '../../platforms.ts';
import type { TemplateInput } from './template-input.ts';

/** The text of a template as each platform shows it, with the defaults of its variables and its saved mentions. */
export function TemplatePreview({ input }: { input: TemplateInput }) {
  const templates = useTemplates().data ?? [];
  if (!['snippet', 'signature', 'hashtags'].includes(input.kind) || input.text.trim() === '') return null;
  const item = {
    ...{ title: '', description: withValues(input.text, input.defaults), platforms: [...PLATFORMS], accounts: [] },
    ...{ media: [], thread: [], first_comment: null, platform_options: {} },
  };
  return (
    <details class="more">
      <summary>{t('words.preview')}</summary>
      <PostPreviews item={withHandles(item, templates)} accounts={[]} />
    </details>
  );
}
