import { CoalescedTask } from './coalesced-task.ts'
import type { RealmSource } from './realm-directory.ts'

/**
 * Whether a realm holds words now: then nobody is sent an answer before it is whole (record 0112). It is asked with the
 * first words after each change of the realm, so that a realm in which no answer runs costs nothing.
 */
export class HeldBack {
  readonly #question: CoalescedTask
  #holds = true
  /** The number of the query that tells; 0 if none was made since the realm changed. */
  #asked = 0

  /** @param answered called when `maySend` may have another answer */
  constructor({ id, realmModeration, log }: HeldBackOptions, answered: () => void) {
    this.#question = new CoalescedTask(
      async () => {
        this.#holds = await realmModeration.holdsWords(id)
      },
      { log, what: 'whether a realm holds words', afterwards: answered },
    )
  }

  /** The realm has changed, or may have. */
  forget(): void {
    this.#asked = 0
  }

  /** False also until it is known. */
  maySend(): boolean {
    this.#asked ||= this.#question.ask()
    return this.#question.answered() >= this.#asked && !this.#holds
  }

  close(): void {
    this.#question.close()
  }
}

export type HeldBackOptions = Pick<RealmSource, 'id' | 'realmModeration' | 'log'>
