import { createHash } from 'node:crypto'
import type { Category } from '../../../shared/agents/agent-defaults.ts'
import type { SwarmMode } from '../../../shared/swarm/swarm-plan.ts'

/** What the picture of a link shows. `pictures` are addresses of the server's own, as agents show them. */
export type Card =
  | { kind: 'matrix'; pictures: readonly string[] }
  | { kind: 'agent'; name: string; description: string; category: Category; pictures: readonly string[] }
  | { kind: 'realm'; name: string; description: string; pictures: readonly string[] }
  | { kind: 'run'; task: string; mode: SwarmMode; names: readonly string[]; pictures: readonly string[] }

/** A card with the bytes of its pictures in place of their addresses: what a picture is drawn from. */
export type DrawnFrom<Any extends Card = Card> = Any extends Card
  ? Omit<Any, 'pictures'> & { pictures: readonly (Uint8Array | null)[] }
  : never

/** As many agents are shown in one picture at most. */
export const MOST_PICTURES = { realm: 4, run: 5, matrix: 9 } as const

/** To be counted up when cards are drawn otherwise, so that each gets a new address. */
const DRAWING = 1

/** The name of what a card shows: one that changes gets another, and so its picture another address. */
export const versionOf = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, card]))
    .digest('hex')
    .slice(0, 32)
