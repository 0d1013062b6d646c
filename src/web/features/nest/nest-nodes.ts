export type NodeStatus = 'Online' | 'Syncing' | 'Standby'

export type NodeId =
  | 'neural-core'
  | 'processing-unit'
  | 'network-hub'
  | 'security-matrix'
  | 'power-grid'
  | 'global-node'

export interface NestNode {
  id: NodeId
  name: string
  description: string
  status: NodeStatus
  /** In percent; an even number, because a segment of the bar is two percent. */
  power: number
  /** In percent; an even number, because a segment of the bar is two percent. */
  sync: number
}

/** The six nodes (sections 2 and 9). Their values are fixed decoration and measure nothing (decision 25). */
export const nestNodes: readonly NestNode[] = [
  {
    id: 'neural-core',
    name: 'Neural Core',
    description: 'Where a thought begins',
    status: 'Online',
    power: 92,
    sync: 98,
  },
  {
    id: 'processing-unit',
    name: 'Processing Unit',
    description: 'Turns signals into steps',
    status: 'Online',
    power: 84,
    sync: 90,
  },
  {
    id: 'network-hub',
    name: 'Network Hub',
    description: 'Carries word between nodes',
    status: 'Syncing',
    power: 76,
    sync: 64,
  },
  {
    id: 'security-matrix',
    name: 'Security Matrix',
    description: 'Keeps watch over the links',
    status: 'Online',
    power: 88,
    sync: 94,
  },
  {
    id: 'power-grid',
    name: 'Power Grid',
    description: 'Feeds all of the others',
    status: 'Online',
    power: 96,
    sync: 90,
  },
  {
    id: 'global-node',
    name: 'Global Node',
    description: 'Listens beyond the nest',
    status: 'Standby',
    power: 34,
    sync: 42,
  },
]

interface Readout {
  name: string
  value: string
  unit: string
}

/** The four fixed readouts (sections 2 and 9). */
export const nestReadouts: readonly Readout[] = [
  { name: 'Temperature', value: '36.6', unit: '°C' },
  { name: 'Capacity', value: '87', unit: '%' },
  { name: 'Latency', value: '12', unit: 'ms' },
  {
    name: 'Active nodes',
    value: String(nestNodes.filter((node) => node.status === 'Online').length),
    unit: `of ${nestNodes.length}`,
  },
]
