import type { RecollectionFinders } from '../src/server/domain/chat/recollections.ts'
import type { RememberedFact, RemembersFacts } from '../src/server/domain/tools/own/remember.ts'
import type { MemoryChoice } from '../src/shared/memory/facts.ts'

/** A memory of one person with one agent, whoever asks for it. It keeps each fact under its id. */
export class RememberedFacts implements RemembersFacts {
  choiceNow: MemoryChoice
  readonly facts: (RememberedFact & { number: number })[] = []
  /** How often it was asked for the choice. */
  lookups = 0

  constructor(state: MemoryChoice['state'] = 'unasked', also: MemoryChoice['also'] = []) {
    this.choiceNow = { state, also }
  }

  get texts(): string[] {
    return this.facts.map(({ text }) => text)
  }

  async choice(): Promise<MemoryChoice> {
    this.lookups++
    return this.choiceNow
  }

  /** Of whom facts were looked for, and where. */
  readonly recollected: { wallet: string; use: string }[] = []

  readonly findFacts: NonNullable<RecollectionFinders['findFacts']> = async ({ wallet, use }) => {
    this.recollected.push({ wallet, use })
    const { state, also } = this.choiceNow
    const isTold = state === 'on' && (use === 'chat' || also.includes(use))
    return isTold ? this.facts.map(({ id, number, text }) => ({ id, number, text })) : []
  }

  async switchOn(): Promise<void> {
    if (this.choiceNow.state === 'unasked') this.choiceNow = { ...this.choiceNow, state: 'on' }
  }

  async remember(_wallet: string, _agentId: string, fact: RememberedFact) {
    const known = this.facts.find(({ id, text, number }) => {
      return id === fact.id || text === fact.text || number === fact.replaces
    })
    if (known) {
      Object.assign(known, { text: fact.text })
      return { number: known.number, text: known.text, merged: fact.replaces === null }
    }
    const number = this.facts.length + 1
    this.facts.push({ ...fact, number })
    return { number, text: fact.text, merged: false }
  }
}
