import type { LoadTarget } from './load-target.ts'
import { type LeftDefinition, RestoreState } from './restore-state.ts'

/** Beside the connection that stores rows. More of them gained nothing on two cores, and each takes its own memory. */
const BUILDERS = 2

/** Its connection is opened when it first has something to make. */
interface Builder {
  target: LoadTarget | undefined
  /** Settles when nothing is left that could be made now. */
  busy: Promise<void>
  isIdle: boolean
}

/**
 * Makes indexes, constraints and triggers again, those of a table as soon as its rows are stored. On PostgreSQL that is
 * beside the rows of other tables, by connections of its own; the embedded database has one connection, so there it comes after.
 */
export class DefinitionMaker {
  readonly #target: LoadTarget
  readonly #left: LeftDefinition[]
  readonly #ready: LeftDefinition[] = []
  readonly #builders: Builder[]

  /** @param left in the order in which they can be made */
  constructor(target: LoadTarget, left: readonly LeftDefinition[]) {
    this.#target = target
    this.#left = [...left]
    const count = target.another ? BUILDERS : 0
    this.#builders = Array.from({ length: count }, () => ({
      ...{ target: undefined, busy: Promise.resolve(), isIdle: true },
    }))
  }

  /** To be called once all rows of the table are stored. */
  loaded(table: string): void {
    if (this.#builders.length > 0) this.#start((definition) => definition.table === table)
  }

  /** To be called once all rows are stored. @throws the first error of any definition, also of those before */
  async finish(): Promise<void> {
    this.#start(({ table }) => table !== null)
    await Promise.all(this.#builders.map(({ busy }) => busy))
    const [first] = this.#builders
    const target = first ? await this.#open(first) : this.#target
    // Each locks two tables, so of two at once one might wait for the other in a circle.
    for (const definition of [...this.#ready, ...this.#left]) await make(target, definition)
  }

  /** Gives up what is being made; PostgreSQL undoes it. */
  async close(): Promise<void> {
    this.#ready.length = 0
    await Promise.all(this.#builders.map(({ target }) => target?.close()))
  }

  #start(isReady: (definition: LeftDefinition) => boolean): void {
    const ready = this.#left.filter(isReady)
    this.#ready.push(...ready)
    this.#left.splice(0, Infinity, ...this.#left.filter((definition) => !ready.includes(definition)))
    for (const builder of this.#builders) {
      if (!builder.isIdle) continue
      builder.isIdle = false
      builder.busy = builder.busy.then(() => this.#build(builder))
      // `finish` throws it.
      builder.busy.catch(() => {})
    }
  }

  async #build(builder: Builder): Promise<void> {
    for (let next = this.#ready.shift(); next; next = this.#ready.shift())
      await make(await this.#open(builder), next)
    builder.isIdle = true
  }

  async #open(builder: Builder): Promise<LoadTarget> {
    builder.target ??= (await this.#target.another?.()) ?? this.#target
    return builder.target
  }
}

/** In one transaction with its removal from what is left. */
async function make(target: LoadTarget, { place, definition }: LeftDefinition): Promise<void> {
  await target.transaction(async () => {
    await target.query(definition)
    await new RestoreState(target).dropDefinition(place)
  })
  await target.wrote(0)
}
