/**
 * The class for a text, of which a word may be too long to be laid out with kerning (`type.css`); else nothing.
 * Each word is looked at once.
 */
export const endlessClass = (text: string): string => (/(?:^|\s)\S{500}/.test(text) ? 'endless' : '')
