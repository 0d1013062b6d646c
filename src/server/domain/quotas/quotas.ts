import { UNDO_DELETE_MS } from '../../../shared/limits.ts'
import type { Db } from '../../db/connect.ts'
import {
  countAgents,
  countConversations,
  countRealms,
  measurePictures,
  measureWords,
} from '../../db/measure-wallet.ts'
import { Failure } from '../failure.ts'
import { createQuota, type Quota, unlimited } from './quota.ts'

/** What each wallet may keep. Runs and briefs have caps of their own; what is said in them counts as words. */
export interface Quotas {
  agents: Quota
  realms: Quota
  conversations: Quota
  /** In bytes of UTF-8. */
  words: Quota
  /** In bytes, as they are stored. */
  pictures: Quota
}

export const noQuotas: Quotas = {
  agents: unlimited,
  realms: unlimited,
  conversations: unlimited,
  words: unlimited,
  pictures: unlimited,
}

const MEGABYTE = 1024 * 1024
const MINUTE_MS = 60_000

/**
 * What was deleted counts for as long as it can be brought back, so that undoing needs no room and can't be used to pass
 * a cap; from then on it does not count, though the sweep comes later.
 * @param options.caps numbers, and megabytes of words and pictures
 */
export function createQuotas(options: {
  db: Db
  clock: () => Date
  caps: Record<keyof Quotas, number>
}): Quotas {
  const { db, clock, caps } = options
  const undoable = () => new Date(clock().getTime() - UNDO_DELETE_MS)
  const full = (message: string) => () => new Failure('quota_reached', message)
  const often = { freshMs: 0, recheckMs: 0 }
  return {
    agents: createQuota({
      cap: caps.agents,
      measure: (wallet) => countAgents(db, wallet, undoable()),
      refuse: full(
        `One wallet can have ${several(caps.agents, 'agent')}. Delete one, and ten seconds later there is room for another.`,
      ),
      ...often,
    }),
    realms: createQuota({
      cap: caps.realms,
      measure: (wallet) => countRealms(db, wallet, undoable()),
      refuse: full(
        `One wallet can have ${several(caps.realms, 'realm')}. Delete one, and ten seconds later there is room for another.`,
      ),
      ...often,
    }),
    conversations: createQuota({
      cap: caps.conversations,
      measure: (wallet) => countConversations(db, wallet, undoable()),
      refuse: full(
        `One wallet can have ${several(caps.conversations, 'conversation')}. Delete some, and ten seconds later there is room for another.`,
      ),
      freshMs: MINUTE_MS,
      recheckMs: 0,
    }),
    words: createQuota({
      cap: caps.words * MEGABYTE,
      measure: (wallet) => measureWords(db, wallet, undoable()),
      refuse: full(
        `The words of one wallet can take ${number(caps.words)} MB. Delete conversations, runs, drafts or agents, and try again a minute later.`,
      ),
      // To measure them costs the most by far.
      freshMs: 15 * MINUTE_MS,
      recheckMs: MINUTE_MS / 2,
    }),
    pictures: createQuota({
      cap: caps.pictures * MEGABYTE,
      measure: (wallet) => measurePictures(db, wallet),
      refuse: full(
        `The pictures of one wallet can take ${number(caps.pictures)} MB. Use one that you have uploaded before, or an address of the web.`,
      ),
      freshMs: MINUTE_MS,
      recheckMs: 0,
    }),
  }
}

/** What texts take, in bytes of UTF-8. */
export function bytesOf(...texts: readonly (string | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text === undefined ? 0 : Buffer.byteLength(text)), 0)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function several(count: number, of: string): string {
  return `${number(count)} ${of}${count === 1 ? '' : 's'}`
}
