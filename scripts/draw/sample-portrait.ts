import type { SampleAgent } from '../../src/server/db/seed-if-empty.ts'
import { categoryHues, type Portrait, portraitOf } from '../../src/shared/portrait/portrait.ts'

/**
 * The seed of a sample agent is its name and this number, chosen by eye: every category has three families of
 * portraits, and neighbours in the matrix have different ones.
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

/** The portrait of a sample agent; without a chosen number it has the first one. */
export function samplePortrait(agent: Pick<SampleAgent, 'name' | 'category'>): Portrait {
  return portraitOf(`${agent.name.toLowerCase()} ${chosen[agent.name] ?? 1}`, categoryHues[agent.category])
}
