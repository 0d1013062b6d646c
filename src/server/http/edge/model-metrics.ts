import { Counter, Gauge, type Registry } from 'prom-client'
import type { CircuitState, SeenCircuit } from '../../domain/models/usable-model.ts'

const names = { state: 'model_circuit_state', opened: 'model_circuit_opened_total' } as const

const numbers: Record<CircuitState, number> = { closed: 0, 'half-open': 1, open: 2 }

/** Their number is bounded by how many models are kept in mind, not by what clients ask for. */
const labelNames = ['provider', 'model'] as const

export function measureCircuits(registry: Registry, read: () => readonly SeenCircuit[]): void {
  const registers = [registry]
  new Gauge({
    name: names.state,
    help: 'Whether a model is asked: 0 yes, 1 one request tries whether it answers again, 2 not where another one can.',
    ...{ labelNames, registers },
    collect() {
      this.reset()
      for (const { provider, model, state } of read()) this.set({ provider, model }, numbers[state])
    },
  })
  new Counter({
    name: names.opened,
    help: 'How often a model was found to fail and was not asked any more.',
    ...{ labelNames, registers },
    collect() {
      this.reset()
      for (const { provider, model, opened } of read()) this.inc({ provider, model }, opened)
    },
  })
}
