import type { StoredPersona } from '../../../../shared/agents/own-persona.ts'
import { checkedBy, type Persisted, persisted } from '../../../blocks/saved-draft/persisted.ts'
import { personaValuesSchema } from './new-persona-draft.ts'
import { type PersonaValues, valuesOf } from './persona-values.ts'

const storedPersona = checkedBy((value): value is StoredPersona => {
  const { version, persona } = (value ?? {}) as Partial<StoredPersona>
  return typeof version === 'number' && typeof persona === 'object' && persona !== null
})

/**
 * What is typed into the persona of an agent, and the saved persona that it was begun from, without which a change that
 * was made elsewhere before a reload would be overwritten unseen.
 */
export class PersonaDraft {
  readonly #values: Persisted<PersonaValues>
  readonly #basis: Persisted<StoredPersona>

  constructor(agentId: string) {
    this.#values = persisted(`persona:${agentId}`, personaValuesSchema)
    this.#basis = persisted(`persona-basis:${agentId}`, storedPersona)
  }

  isThere(): boolean {
    return this.#values.get() !== undefined
  }

  /** @param stored what there is to begin from, without a draft */
  read(stored: StoredPersona): { values: PersonaValues; base: StoredPersona } {
    const values = this.#values.get()
    if (!values) return { values: valuesOf(stored), base: stored }
    return { values, base: this.#basis.get() ?? stored }
  }

  /** The basis is large and changes seldom: it is written where a draft begins, and by `rebase`. */
  keep(values: PersonaValues, base: StoredPersona): void {
    if (!this.isThere()) this.#basis.set(base)
    this.#values.set(values)
  }

  rebase(base: StoredPersona): void {
    if (this.isThere()) this.#basis.set(base)
  }

  /** To be called once it was saved: what was typed since it was sent stays, and is based on what is saved now. */
  settle(sent: PersonaValues, saved: StoredPersona): void {
    const now = this.#values.get()
    if (now && JSON.stringify(now) !== JSON.stringify(sent)) this.#basis.set(saved)
    else this.drop()
  }

  drop(): void {
    this.#values.set(undefined)
    this.#basis.set(undefined)
  }
}
