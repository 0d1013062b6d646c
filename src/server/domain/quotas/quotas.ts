import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { measureSourcesOf } from '../../db/knowledge/measure-sources.ts'
import {
  countAgents,
  countConversations,
  countRealms,
  measurePictures,
  measureWords,
} from '../../db/own-data/measure-wallet.ts'
import { Failure } from '../failure.ts'
import { CappedQuota, type Quota, unlimited } from './quota.ts'

/** Runs and briefs have limits of their own; their texts count as words. */
export interface Quotas {
  agents: Quota
  realms: Quota
  conversations: Quota
  /** In bytes of UTF-8. */
  words: Quota
  /** In bytes, as stored. */
  pictures: Quota
  /** In bytes, as uploaded. */
  sources: Quota
}

export const noQuotas: Quotas = {
  agents: unlimited,
  realms: unlimited,
  conversations: unlimited,
  words: unlimited,
  pictures: unlimited,
  sources: unlimited,
}

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000

/** Deleted items count while they can be restored, so that undoing needs no room. `caps` are numbers or megabytes. */
export function createQuotas(options: {
  db: Db
  clock: () => Date
  caps: Record<keyof Quotas, number>
}): Quotas {
  const { db, clock, caps } = options
  const undoable = () => new Date(clock().getTime() - UNDO_DELETE_MS)
  const full = (message: string) => () => new Failure('quota_reached', message)
  const counted = (of: 'agent' | 'realm' | 'conversation', count: typeof countAgents, freshMs: number) => {
    const cap = caps[`${of}s`]
    return new CappedQuota({
      cap,
      measure: (wallet) => count(db, wallet, undoable()),
      refuse: full(
        `One wallet can have ${number(cap)} ${of}${cap === 1 ? '' : 's'}. Delete one to make room; it takes ten seconds.`,
      ),
      freshMs,
      recheckMs: 0,
    })
  }
  return {
    agents: counted('agent', countAgents, 0),
    realms: counted('realm', countRealms, 0),
    conversations: counted('conversation', countConversations, MINUTE_MS),
    words: new CappedQuota({
      cap: caps.words * MEGABYTE,
      measure: (wallet) => measureWords(db, wallet, undoable()),
      refuse: full(
        `The words of one wallet can take ${number(caps.words)} MB. Delete conversations, runs, drafts or agents, and try again in a minute.`,
      ),
      // This measurement is by far the most expensive.
      freshMs: 15 * MINUTE_MS,
      recheckMs: MINUTE_MS / 2,
    }),
    pictures: new CappedQuota({
      cap: caps.pictures * MEGABYTE,
      measure: (wallet) => measurePictures(db, wallet),
      refuse: full(
        `The pictures of one wallet can take ${number(caps.pictures)} MB. Use one that you have uploaded before, or the address of one on the web.`,
      ),
      freshMs: MINUTE_MS,
      recheckMs: 0,
    }),
    sources: new CappedQuota({
      cap: caps.sources * MEGABYTE,
      measure: (wallet) => measureSourcesOf(db, wallet, undoable()),
      refuse: full(
        `The documents of one wallet can take ${number(caps.sources)} MB. Delete one to make room; it takes ten seconds.`,
      ),
      freshMs: MINUTE_MS,
      recheckMs: 0,
    }),
  }
}

/** In bytes of UTF-8. */
export function bytesOf(...texts: readonly (string | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text === undefined ? 0 : Buffer.byteLength(text)), 0)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
