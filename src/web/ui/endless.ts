/** For a text with a word that may be too long to be laid out with kerning (`type.css`). */
export const endlessClass = (text: string): string => (/(?:^|\s)\S{500}/.test(text) ? 'endless' : '')
