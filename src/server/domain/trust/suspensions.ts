import type { SuspensionScope } from '../../../shared/trust/desk.ts'
import { writeDay } from '../../base/write-day.ts'
import type { Db } from '../../db/connect/connect.ts'
import { prepareFindSuspensions, type Suspension } from '../../db/trust/suspensions.ts'
import { Failure } from '../failure.ts'

/** What a request does that a suspension can forbid. */
export type Act = 'making' | 'speaking'

const forbids: Record<SuspensionScope, readonly Act[]> = {
  making: ['making'],
  speaking: ['speaking'],
  all: ['making', 'speaking'],
}

/** Which wallets may not make or say anything (record 0109). It is asked anew each time, so it counts on every server. */
export class Suspensions {
  readonly #clock: () => Date
  readonly #find: ReturnType<typeof prepareFindSuspensions>

  constructor({ db, clock }: { db: Db; clock: () => Date }) {
    this.#clock = clock
    this.#find = prepareFindSuspensions(db)
  }

  /** What holds of a wallet, what lasts longest first. */
  of(wallet: string): Promise<Suspension[]> {
    return this.#find(wallet, this.#clock())
  }

  async may(wallet: string, act: Act): Promise<boolean> {
    return (await this.#forbidding(wallet, act)) === undefined
  }

  /** @throws {Failure} `suspended` if a wallet may not make, or may not speak */
  async require(wallet: string, act: Act): Promise<void> {
    const held = await this.#forbidding(wallet, act)
    if (held) throw suspended(act, held.until)
  }

  async #forbidding(wallet: string, act: Act): Promise<Suspension | undefined> {
    return (await this.of(wallet)).find(({ scope }) => forbids[scope].includes(act))
  }
}

const doing: Record<Act, string> = {
  making: 'Your wallet can’t make or change things here',
  speaking: 'Your wallet can’t write or ask here',
}

function suspended(act: Act, until: Date | null): Failure {
  const day = until && writeDay(until)
  return new Failure(
    'suspended',
    `${doing[act]}${day ? ` until ${day}` : ''}. You can still read, export and delete what is yours. Why, and how to object, is in your statements.`,
  )
}
