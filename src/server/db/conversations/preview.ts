import { linksAsLabels } from '../../../shared/text/plain-text.ts'

/** How much of a reply the database hands over for a preview, in characters. */
export const PREVIEW_LENGTH = 240

/** One line of a reply as a list shows it: words without the marks of Markdown, and where a code block stands only its code. */
export function previewOf(markdown: string): string {
  const lines = markdown
    .replace(/^ {0,3}(?:```|~~~).*$/gm, ' ')
    .replace(/^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,9}[.)]\s)+/gm, '')
  return linksAsLabels(lines)
    .replace(/(\*\*|__|~~|`)(?=\S)/g, '')
    .replace(/(?<=\S)(\*\*|__|~~|`)/g, '')
    .replace(/(?<![\p{L}\p{N}*_])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*_])/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
