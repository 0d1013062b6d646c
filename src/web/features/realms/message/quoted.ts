import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { linksAsLabels } from '../../../../shared/text/plain-text.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'

/** A message as one line of another that answers it. */
export interface Quoted {
  number: number
  /** Undefined where the page does not have the message. The wallet of an agent's answer is the one that started it. */
  author: { name: string; isAgent: boolean; wallet: string } | undefined
  words: string
}

/** As much of a message as a line of it can show. */
const BEGINNING = 140

/** Whom a quote names to this reader. */
export function quotedName({ author }: Quoted, self: string | undefined): string {
  if (!author) return ''
  return !author.isAgent && author.wallet === self ? 'You' : author.name
}

/** What a quote of a message says. @param message undefined where the page does not have it */
export function quoteOf(number: number, message: RealmMessage | undefined): Quoted {
  if (!message) return { number, author: undefined, words: 'Earlier message' }
  const isAgent = message.kind === 'answer'
  const { author: wallet } = message
  const author = { name: isAgent ? message.agentName : shortAddress(wallet), isAgent, wallet }
  if (message.removed) return { number, author, words: 'Removed' }
  if (message.kind === 'go-on') return { number, author, words: 'let the agents go on' }
  // Cut before it is read: it may be long, and only its beginning is shown.
  const start = message.content.slice(0, 4 * BEGINNING)
  const line = isAgent ? withoutMarks(start) : start.replace(/\s+/g, ' ').trim()
  const words = line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line
  return { number, author, words: words || 'No words yet' }
}

/** Markdown without the marks that would stand in a plain line or be read aloud. */
export function withoutMarks(markdown: string): string {
  return linksAsLabels(markdown.replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, ''))
    .replace(/^[ \t]*(#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
