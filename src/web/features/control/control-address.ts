import { type Range, ranges } from '../../../shared/figures.ts'

/** What the address of the Agent Control Center says: whose figures, and of how long. */
export interface ControlAddress {
  /** The id of one agent; null for all of them. */
  agent: string | null
  range: Range
}

const usual: Range = '7d'
export const rangeNames = Object.keys(ranges) as readonly Range[]

/** A range that there is not is as good as none. Whether there is such an agent the server knows. */
export function readControlAddress(search: URLSearchParams): ControlAddress {
  return {
    agent: search.get('agent')?.trim().toLowerCase() || null,
    range: rangeNames.find((range) => range === search.get('range')) ?? usual,
  }
}

/** The address, in which what is usual is left out. */
export function controlAddress({ agent, range }: ControlAddress): string {
  const search = new URLSearchParams()
  if (agent) search.set('agent', agent)
  if (range !== usual) search.set('range', range)
  return search.size === 0 ? '/control' : `/control?${search}`
}
