import type {
  DeletedFacts,
  Fact,
  FactChanges,
  KeptFact,
  Memory,
  MemoryChanges,
  MemoryChoice,
  Memories as MemoryList,
  MemorySummary,
} from '../../../shared/memory/facts.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findChoice,
  findMemory,
  listMemories,
  lockChoice,
  type MemoryOf,
  saveChoice,
  saveLastNumber,
} from '../../db/memory/choices.ts'
import {
  findFact,
  insertFacts,
  listFacts,
  markFacts,
  readFacts,
  removeDeletedFacts,
  restoreFacts,
  type StoredFact,
  updateFact,
} from '../../db/memory/facts.ts'
import { hasMessage } from '../../db/memory/replies.ts'
import { Failure, noSuch } from '../failure.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import { deletedEarliest, deletedLongAgo, undoExpired } from '../undoable-deletes.ts'
import { checkedText, type Remembered, type RememberedFact, rememberFact, withText } from './remember-fact.ts'
import { notSaidAgain, refuseKnown } from './similar-facts.ts'

export interface MemoriesOptions {
  db: Db
  clock: () => Date
  quotas: Pick<Quotas, 'words'>
}

/**
 * What agents remember of people (record 0086). `of.wallet` is the session's; nobody else's is found. It can be read,
 * changed and deleted when its agent is gone, but not added to.
 */
export class Memories {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #quotas: MemoriesOptions['quotas']

  constructor({ db, clock, quotas }: MemoriesOptions) {
    this.#db = db
    this.#clock = clock
    this.#quotas = quotas
  }

  /** Those of which something is remembered or decided, by name. */
  async list(wallet: string): Promise<MemoryList> {
    const memories = await listMemories(this.#db, wallet)
    const byName = new Intl.Collator('en')
    return {
      memories: memories.toSorted(
        (one, other) =>
          byName.compare(one.agentName, other.agentName) || byName.compare(one.agentId, other.agentId),
      ),
    }
  }

  /** With all facts, newest first, or those that contain a text. @throws {Failure} `not_found` */
  async open(of: MemoryOf, query?: string): Promise<Memory> {
    const { opens: _, ...memory } = await this.#find(of)
    return { ...memory, facts: await listFacts(this.#db, of, query) }
  }

  /** What is decided, which costs one look by key. */
  choice(of: MemoryOf): Promise<MemoryChoice> {
    return findChoice(this.#db, of)
  }

  /** Switches it on for somebody who has decided nothing yet, and changes nothing for anybody else. */
  async switchOn(of: MemoryOf): Promise<void> {
    await this.#db.transaction((transaction) =>
      lockChoice(transaction, of, { isOn: true, at: this.#clock() }),
    )
  }

  /** @throws {Failure} `not_found`, or `validation_failed` for places of a memory of which nothing is decided */
  async change(of: MemoryOf, { state, also }: MemoryChanges): Promise<MemorySummary> {
    await this.#find(of)
    const isOn = state === undefined ? undefined : state === 'on'
    const places = also && [...new Set(also)]
    if (!(await saveChoice(this.#db, of, { isOn, also: places, at: this.#clock() }))) {
      const message = 'Choose on or off first.'
      throw new Failure('validation_failed', message, { errors: { state: message } })
    }
    const { opens: _, ...memory } = await this.#find(of)
    return memory
  }

  /**
   * Remembers a fact, once for each id. What is known already gets the newer words. A person's first fact switches the
   * memory on.
   * @throws {Failure} `not_found` if the wallet can't open the agent, `conflict` while the memory is off (an agent's fact
   * needs it to be on), `validation_failed` at `text` or `from`, or `quota_reached`
   */
  async add(of: MemoryOf, given: RememberedFact): Promise<KeptFact> {
    const fact = { ...given, id: given.id.toLowerCase(), text: checkedText(given.text) }
    const { agentName } = await this.#findOpen(of)
    const add = () => this.#remember(of, fact, agentName)
    const before = async () => ((await findFact(this.#db, of, fact.id)) ? add() : null)
    const bytes = bytesOf(fact.text)
    const kept = (made: Remembered) => made.is !== 'there'
    const made = await this.#quotas.words.hold(of.wallet, bytes, add, { kept, before })
    const [stored, { choice }] = [await findFact(this.#db, of, made.fact.id), await this.#find(of)]
    if (!stored) throw new Failure('conflict', 'This was deleted in the meantime.')
    return { fact: stored, merged: made.merged, choice }
  }

  #remember(of: MemoryOf, fact: RememberedFact, agentName: string): Promise<Remembered> {
    const now = this.#clock()
    return this.#db.transaction(async (transaction) => {
      const choice = await lockChoice(
        transaction,
        of,
        fact.by === 'person' ? { isOn: true, at: now } : undefined,
      )
      if (fact.from && !(await hasMessage(transaction, of, fact.from))) throw noSuchMessage()
      if (!choice?.isOn) throw memoryIsOff(agentName)
      const known = await readFacts(transaction, of, this.#undoable())
      const remembered = rememberFact(known, fact, now)
      if (remembered.is === 'new') {
        if (known.length >= memoryLimits.facts) throw memoryIsFull(agentName)
        const number = choice.lastNumber + 1
        if (!(await insertFacts(transaction, of, [{ ...remembered.fact, number }]))) throw idIsTaken()
        await saveLastNumber(transaction, of, number)
      } else if (remembered.is === 'changed') await updateFact(transaction, of, remembered.fact)
      return remembered
    })
  }

  /** @throws {Failure} `not_found`, `quota_reached`, or `conflict` at `text` if another fact says the same */
  async edit(of: MemoryOf, id: string, { text, isOff }: FactChanges): Promise<Fact> {
    const now = this.#clock()
    const edit = (fact: StoredFact): StoredFact => {
      const { conversationId, messageId } = fact
      const from = conversationId && messageId ? { conversationId, messageId } : undefined
      const edited = text === undefined ? fact : withText(fact, { text, by: 'person', from }, now)
      return { ...edited, isOff: isOff ?? fact.isOff }
    }
    await this.#quotas.words.hold(of.wallet, bytesOf(text), () =>
      this.#db.transaction(async (transaction) => {
        await lockChoice(transaction, of)
        const known = await readFacts(transaction, of, now)
        const fact = known.find((one) => one.id === id && one.deletedAt === null)
        if (!fact) return
        const edited = edit(fact)
        if (edited.text !== fact.text) refuseKnown(edited, known)
        await updateFact(transaction, of, edited)
      }),
    )
    return (await findFact(this.#db, of, id)) ?? nothingThere()
  }

  /** For ten seconds it can be restored. @throws {Failure} `not_found` */
  async remove(of: MemoryOf, id: string): Promise<DeletedFacts> {
    const deleted = await this.#mark(of, id)
    return deleted.count === 0 ? nothingThere() : deleted
  }

  removeAll(of: MemoryOf): Promise<DeletedFacts> {
    return this.#mark(of)
  }

  /** Undoes the deletion of this time, but of what was said again. @throws {Failure} `undo_expired` or `not_found` */
  async restore(of: MemoryOf, deletedAt: Date): Promise<Memory> {
    if (deletedAt < this.#undoable()) undoExpired('what was remembered is deleted')
    await this.#db.transaction(async (transaction) => {
      await lockChoice(transaction, of)
      await restoreFacts(
        transaction,
        of,
        notSaidAgain(await readFacts(transaction, of, deletedAt), deletedAt),
      )
    })
    return this.open(of)
  }

  /** Removes for good what was deleted more than an hour ago; to be called every few minutes. */
  sweep(): Promise<void> {
    return removeDeletedFacts(this.#db, deletedLongAgo(this.#clock()))
  }

  async #mark(of: MemoryOf, id?: string): Promise<DeletedFacts> {
    const deletedAt = this.#clock()
    return { count: await markFacts(this.#db, of, deletedAt, id), deletedAt: deletedAt.toISOString() }
  }

  async #find(of: MemoryOf) {
    return (await findMemory(this.#db, of)) ?? nothingThere()
  }

  async #findOpen(of: MemoryOf) {
    const memory = await findMemory(this.#db, of)
    if (!memory?.opens) noSuch('agent')
    return memory
  }

  #undoable() {
    return deletedEarliest(this.#clock())
  }
}

export const memoryIsOff = (agentName: string) =>
  new Failure('conflict', `${agentName} may not remember anything of you. Switch its memory on first.`)

export const memoryIsFull = (agentName: string, over = 1) =>
  new Failure(
    'quota_reached',
    `${agentName} can remember ${memoryLimits.facts} facts of you. Delete ${over === 1 ? 'one' : over} to make room; it takes ten seconds.`,
  )

const idIsTaken = () =>
  new Failure('conflict', 'There is already a fact with this id.', { errors: { id: 'This id is taken.' } })

function noSuchMessage(): Failure {
  const message = 'There is no such message in a conversation with this agent.'
  return new Failure('validation_failed', message, { errors: { from: message } })
}

function nothingThere(): never {
  throw new Failure('not_found', 'Nothing like this is remembered.')
}
