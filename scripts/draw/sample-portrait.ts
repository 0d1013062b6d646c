import type { SampleAgent } from '../../src/server/domain/agents/samples.ts'
import { categoryHues, type Portrait, portraitOf } from '../../src/shared/portrait/portrait.ts'

/**
 * A sample agent's seed is its name and this number, chosen by looking: every category has three families, and no
 * neighbours in the matrix share one.
 */
const chosen: Record<string, number> = {
  Meridian: 2,
  Palisade: 2,
  Lattice: 33,
  Ovid: 111,
  Tessera: 20,
  Warden: 34,
  Aperture: 50,
  Halcyon: 46,
  Isobar: 24,
  Keel: 60,
  Ansatz: 78,
  Whetstone: 62,
}

/** The portrait of a sample agent; one that nobody has chosen a number for gets its first. */
export function samplePortrait(agent: Pick<SampleAgent, 'name' | 'category'>): Portrait {
  return portraitOf(`${agent.name.toLowerCase()} ${chosen[agent.name] ?? 1}`, categoryHues[agent.category])
}
