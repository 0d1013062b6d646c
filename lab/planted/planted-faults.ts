import { fileURLToPath } from 'node:url'

/** Faults that the laboratory plants into a server of its own, to prove that it would find them. */
export const plantedFaults = [
  'acknowledges-before-storing',
  'sends-twice',
  'forgets-revocation',
  'reads-after-delete',
] as const
export type PlantedFault = (typeof plantedFaults)[number]

/** What the checker says of each. That a world broke, or anything else, is not what was planted. */
const found: Readonly<Record<PlantedFault, RegExp>> = {
  'acknowledges-before-storing': /^the fact \S+ was acknowledged, and is not there/,
  'sends-twice': /^the call \S+ happened \d+ times/,
  'forgets-revocation': /^the key \S+ was taken away, and is there/,
  'reads-after-delete': /^the conversation \S+ was taken away, and is there/,
}

/** Whether one of the faults that schedules ended with is the planted one. */
export function isCaught(planted: PlantedFault, faults: readonly string[]): boolean {
  return faults.some((fault) => found[planted].test(fault))
}

const quickImports = new URL('../../scripts/quick-imports.ts', import.meta.url).href

/** What Node runs for a server with such faults. */
export function plantedProgram(faults: readonly PlantedFault[]) {
  return {
    program: ['--import', quickImports, fileURLToPath(new URL('server.ts', import.meta.url))],
    variables: { LAB_PLANTED: faults.join() },
  }
}
