import { createHash } from 'node:crypto'
import type { Category } from '../../../shared/agents/agent-defaults.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'

/** `pictures` are paths on this server. */
export type Card =
  | { kind: 'matrix'; pictures: readonly string[] }
  | { kind: 'agent'; name: string; description: string; category: Category; pictures: readonly string[] }
  | { kind: 'realm'; name: string; description: string; pictures: readonly string[] }
  | { kind: 'copy'; title: string; agentName: string; pictures: readonly string[] }
  | { kind: 'maker'; name: string; about: string; pictures: readonly string[] }
  | { kind: 'run'; task: string; mode: SwarmMode; names: readonly string[]; pictures: readonly string[] }

export type DrawnFrom<Any extends Card = Card> = Any extends Card
  ? Omit<Any, 'pictures'> & { pictures: readonly (Uint8Array | null)[] }
  : never

export const MOST_PICTURES = { realm: 4, maker: 4, run: 5, matrix: 9 } as const

/** Must be incremented when cards are drawn differently, so that each gets a new address. */
const DRAWING = 1

/** When the content changes, so does the address of its picture. */
export const versionOf = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('hex')
    .slice(0, 32)
