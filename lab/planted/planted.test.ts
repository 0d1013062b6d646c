import { expect, test } from 'vitest'
import { hasRealmServers } from '../../test/realm-servers.ts'
import { Laboratory } from '../schedules/laboratory.ts'
import { isCaught, plantedProgram } from './planted-faults.ts'

/** The first schedules meet these two; the others are shown by `npm run lab -- --planted`. */
const planted = ['acknowledges-before-storing', 'sends-twice'] as const

test.runIf(hasRealmServers)(
  'the laboratory catches servers that acknowledge before they store and send twice, within fifty schedules',
  async () => {
    const laboratory = new Laboratory({
      seeds: Array.from({ length: 50 }, (_, index) => ({ seed: index + 1, kind: 'none' as const })),
      ...{ minutes: 10, worlds: 1, shrinks: false, say: () => {} },
      planted: plantedProgram(planted),
      isEnough: (faults) => planted.every((fault) => isCaught(fault, faults)),
    })
    await laboratory.run()
    expect(planted.filter((fault) => !isCaught(fault, laboratory.faults))).toEqual([])
    expect(laboratory.faults.filter((fault) => fault.startsWith('the world broke'))).toEqual([])
  },
  900_000,
)
