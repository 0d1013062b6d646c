import { fileURLToPath } from 'node:url'

/** Faults that the laboratory plants into a server of its own, to prove that it would find them. */
export const plantedFaults = [
  'acknowledges-before-storing',
  'sends-twice',
  'forgets-revocation',
  'reads-after-delete',
] as const
export type PlantedFault = (typeof plantedFaults)[number]

/** What Node runs for a server with such a fault. */
export function plantedProgram(fault: PlantedFault) {
  return {
    program: [fileURLToPath(new URL('server.ts', import.meta.url))],
    variables: { LAB_PLANTED: fault },
  }
}
