import { expect, test } from 'vitest'
import { hasRealmServers } from '../../test/realm-servers.ts'
import { Laboratory } from '../schedules/laboratory.ts'
import { plantedFaults, plantedProgram } from './planted-faults.ts'

/** A schedule with what the fault is about comes soon; fifty are what it may take. */
const schedules = Array.from({ length: 50 }, (_, index) => ({ seed: index + 1, kind: 'none' as const }))

// The others take longer, and are shown by `npm run lab -- --planted`.
test.runIf(hasRealmServers).each(plantedFaults.slice(0, 2))(
  'the laboratory catches a server that %s within fifty schedules',
  async (fault) => {
    const laboratory = new Laboratory({
      ...{ seeds: schedules, minutes: 5, worlds: 1, shrinks: false },
      ...{ planted: plantedProgram(fault), untilFailure: true, say: () => {} },
    })
    await laboratory.run()
    expect(laboratory.failures.length).toBe(1)
    expect(laboratory.schedules).toBeLessThanOrEqual(50)
  },
  300_000,
)
