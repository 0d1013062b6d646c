import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { MemoryFile } from '../../../shared/memory/facts.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findMemory, lockChoice, type MemoryOf, saveLastNumber } from '../../db/memory/choices.ts'
import { insertFacts, listFacts, readFacts, type StoredFact } from '../../db/memory/facts.ts'
import { type ExportedFile, fileName } from '../export/exported-file.ts'
import { Failure, noSuch } from '../failure.ts'
import { bytesOf } from '../quotas/quotas.ts'
import { deletedEarliest } from '../undoable-deletes.ts'
import { type MemoriesOptions, memoryIsFull, memoryIsOff } from './memories.ts'
import { newFact } from './remember-fact.ts'
import { SimilarTexts } from './similar-facts.ts'

/** Texts compared before others get their turn. */
const COMPARED_AT_ONCE = 20

type GivenFact = Pick<StoredFact, 'text' | 'by' | 'isOff'> &
  Partial<Pick<StoredFact, 'createdAt' | 'updatedAt' | 'history' | 'conversationId' | 'messageId'>>

/** A memory as a file, and back. */
export class MemoryFiles {
  readonly #options: MemoriesOptions

  constructor(options: MemoriesOptions) {
    this.#options = options
  }

  /** @throws {Failure} `not_found` */
  async export(of: MemoryOf): Promise<ExportedFile> {
    const { db } = this.#options
    const memory = await findMemory(db, of)
    if (!memory) throw new Failure('not_found', 'Nothing is remembered here.')
    const facts = (await listFacts(db, of)).toReversed()
    const file: MemoryFile = {
      format: 'bionic-memory',
      version: 1,
      agentName: memory.agentName,
      facts: facts.map(({ text, by, isOff, createdAt }) => ({ text, by, isOff, createdAt })),
    }
    return {
      filename: `${fileName(`Memory of ${memory.agentName}`, 'Memory')}.json`,
      contentType: 'application/json',
      body: `${JSON.stringify(file, null, 2)}\n`,
    }
  }

  /**
   * Adds what is not known yet, all of it or nothing. As a fact that is written by hand, it switches the memory on.
   * @throws {Failure} `not_found` if the wallet can't open the agent, `conflict` while the memory is off, `quota_reached`
   */
  async import(of: MemoryOf, { facts }: MemoryFile): Promise<{ added: number; merged: number }> {
    const { db, clock, quotas } = this.#options
    const memory = await findMemory(db, of)
    if (!memory?.opens) noSuch('agent')
    const now = clock()
    const given = facts.map(({ createdAt, ...fact }) => ({
      ...fact,
      createdAt: createdAt === undefined ? now : new Date(createdAt),
    }))
    const bytes = bytesOf(...facts.map(({ text }) => text))
    const { added, left } = await quotas.words.hold(of.wallet, bytes, () =>
      db.transaction(async (transaction) => {
        const choice = await lockChoice(transaction, of, { isOn: true, at: now })
        if (!choice?.isOn) throw memoryIsOff(memory.agentName)
        const stored = await storeFacts(transaction, of, { given, now, lastNumber: choice.lastNumber })
        if (stored.left > 0) throw memoryIsFull(memory.agentName, stored.left)
        return stored
      }),
    )
    return { added, merged: facts.length - added - left }
  }
}

/**
 * Stores those that are not known yet, in their order, under the lock of their memory. `left` are those without room.
 * No time is later than now.
 */
export async function storeFacts(
  transaction: Db,
  of: MemoryOf,
  { given, now, lastNumber }: { given: readonly GivenFact[]; now: Date; lastNumber: number },
): Promise<{ added: number; left: number }> {
  const known = await readFacts(transaction, of, deletedEarliest(now))
  const similar = new SimilarTexts<{ text: string }>(known.filter(({ deletedAt }) => deletedAt === null))
  const notAfter = (time = now) => new Date(Math.min(time.getTime(), now.getTime()))
  const added: StoredFact[] = []
  let left = 0
  for (const [index, fact] of given.entries()) {
    if (index % COMPARED_AT_ONCE === 0) await setImmediate()
    if (similar.find(fact.text)) continue
    if (known.length + added.length >= memoryLimits.facts) {
      left += 1
      continue
    }
    similar.add(fact)
    added.push({
      ...newFact({ id: randomUUID(), text: fact.text, by: fact.by, now }),
      ...fact,
      number: lastNumber + added.length + 1,
      createdAt: notAfter(fact.createdAt),
      updatedAt: notAfter(fact.updatedAt ?? fact.createdAt),
    })
  }
  await insertFacts(transaction, of, added)
  if (added.length > 0) await saveLastNumber(transaction, of, lastNumber + added.length)
  return { added: added.length, left }
}
