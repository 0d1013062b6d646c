import { expect, test } from 'vitest'
import { hasRealmServers } from '../../test/realm-servers.ts'
import { Laboratory } from '../schedules/laboratory.ts'
import { plantedProgram } from './planted-faults.ts'

/** From the seeds on that meet these faults early; the others are shown by `npm run lab -- --planted`. */
const caught = [
  ['acknowledges-before-storing', 1],
  ['sends-twice', 3],
] as const

test.runIf(hasRealmServers).each(caught)(
  'the laboratory catches a server that %s within fifty schedules',
  async (fault, first) => {
    const seeds = Array.from({ length: 50 }, (_, index) => ({ seed: first + index, kind: 'none' as const }))
    const laboratory = new Laboratory({
      ...{ seeds, minutes: 5, worlds: 1, shrinks: false, untilFailure: true, say: () => {} },
      planted: plantedProgram(fault),
    })
    await laboratory.run()
    expect(laboratory.failures.length).toBe(1)
  },
  300_000,
)
