import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { NOBODY } from '../../../../shared/realms/realms.ts'
import { linksAsLabels } from '../../../../shared/text/plain-text.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

export interface Quoted {
  number: number
  /** Undefined if the page does not have the message. `wallet` is the one that started an agent's answer. */
  author: { name: string; isAgent: boolean; wallet: string } | undefined
  words: string
}

const BEGINNING = 140

/** The name of a message's author: of an agent, or of a person, by the profile name if there is one. */
export function speakerOf(message: RealmMessage): string {
  if (message.kind === 'answer') return message.agentName
  return message.author === NOBODY
    ? realmTexts.somebodyWhoLeft
    : (message.authorName ?? shortAddress(message.author))
}

export function quotedName({ author }: Quoted, self: string | undefined): string {
  if (!author) return ''
  return !author.isAgent && author.wallet === self ? texts.you : author.name
}

/** @param message undefined if the page does not have it */
export function quoteOf(number: number, message: RealmMessage | undefined): Quoted {
  if (!message || (message.withheld && message.content === ''))
    return { number, author: undefined, words: texts.earlierMessage }
  const isAgent = message.kind === 'answer'
  const { author: wallet } = message
  const author = { name: speakerOf(message), isAgent, wallet }
  if (message.removed) return { number, author, words: texts.quoteRemoved }
  if (message.kind === 'go-on') return { number, author, words: texts.quoteContinue }
  // The text is cut before it is parsed, because it may be long and only its beginning is shown.
  const start = message.content.slice(0, 4 * BEGINNING)
  const line = withoutMarks(start)
  const words = line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line
  return { number, author, words: words || texts.noText }
}

export function withoutMarks(markdown: string): string {
  return linksAsLabels(markdown.replace(/^[ \t]*(`{3,}|~{3,}).*$/gm, ''))
    .replace(/^[ \t]*(#{1,6}|>|[-*+])[ \t]+/gm, '')
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
