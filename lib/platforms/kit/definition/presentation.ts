/** A text in the languages of the dashboard, by their codes. `en` stands for a language that is absent. */
export type LocalText = { en: string } & Record<string, string>;

/** The icon of a button below a post, as Lucide names it. */
type PostButton =
  | 'bookmark'
  | 'chart-no-axes-column'
  | 'ellipsis'
  | 'heart'
  | 'message-circle'
  | 'message-square'
  | 'message-square-text'
  | 'repeat-2'
  | 'send'
  | 'thumbs-up';

/** How clients show a platform: what a person needs to connect an account, and how a post looks. */
export interface PlatformPresentation {
  /** The place among the platforms of a screen, from 1. */
  position: number;
  /** The color of `mark.svg`, for a light and a dark background. */
  markColor: string;
  /** What a person needs to connect an account. */
  needs: LocalText;
  /** A login may have several accounts, of which the person selects one. */
  hasSeveralAccounts?: true;
  /** The connection starts with the handle of the account, for example this one. */
  handleExample?: string;
  /** Where a person creates an app password, which form it has, and what names the account beside it. */
  appPassword?: { site: string; menu: LocalText; form: string; identifier: LocalText };
  /** What precedes a handle. */
  handleMark: '@' | '';
  /** What the platform links in the text that the API sends. */
  links: readonly ('url' | 'tag' | 'mention')[];
  /** How much of a text is shown before "more". Omit where every text is shown in full. */
  fold?: { characters: number; lines: number };
  /**
   * How a URL is shown: without its protocol if it `isBare`, and a longer one cut, or as the `replacement`. Omit where it
   * is shown as it is written.
   */
  shownUrl?: { maxCharacters: number; isBare?: true; replacement?: string };
  /** The URL whose page is shown as a card below a text without images. Omit where there are no cards. */
  card?: 'first' | 'last';
  /** The buttons below a post. */
  buttons: readonly PostButton[];
  /** Images are square, and above the text. */
  isImageFirst?: true;
}
