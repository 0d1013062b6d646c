import { type Range, ranges } from '../../../shared/analytics.ts'

/** The state of the Agent Control Center in the address: the agent and the time range. */
export interface ControlAddress {
  /** The id of one agent; null for all of them. */
  agent: string | null
  range: Range
}

const usual: Range = '7d'
export const rangeNames = Object.keys(ranges) as readonly Range[]

/** Parses the address; an unknown range is ignored. The server checks whether the agent exists. */
export function readControlAddress(search: URLSearchParams): ControlAddress {
  return {
    agent: search.get('agent')?.trim().toLowerCase() || null,
    range: rangeNames.find((range) => range === search.get('range')) ?? usual,
  }
}

export function controlAddress({ agent, range }: ControlAddress): string {
  const search = new URLSearchParams()
  if (agent) search.set('agent', agent)
  if (range !== usual) search.set('range', range)
  return search.size === 0 ? '/control' : `/control?${search}`
}
