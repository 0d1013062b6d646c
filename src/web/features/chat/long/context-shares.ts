import type { ContextKind } from '../../../../shared/chat/context-fields.ts'
import type { ContextPart } from './context-of.ts'
import * as texts from './texts.ts'

export type ShareKind = ContextKind | 'reserved' | 'free'

/** A stored reply has its fields in any order. */
const kinds = Object.keys(texts.kinds) as ContextKind[]

export interface Share {
  kind: ShareKind
  /** Of the window, from 0 to 100. */
  percent: number
}

/** In the order of a prompt, with what is kept for the reply and what is free; without what takes no room. */
export function sharesOf({ window, reserved, used }: ContextPart): Share[] {
  const inOrder = kinds.map((kind) => [kind, used[kind]] as const)
  const taken = inOrder.reduce((sum, [, tokens]) => sum + tokens, reserved)
  const all: (readonly [ShareKind, number])[] = [
    ...inOrder,
    ['reserved', reserved],
    ['free', Math.max(0, window - taken)],
  ]
  // Estimates can be more than the window has.
  const whole = Math.max(window, taken, 1)
  return all
    .filter(([, tokens]) => tokens > 0)
    .map(([kind, tokens]) => ({ kind, percent: (tokens / whole) * 100 }))
}

export function percentFull(shares: readonly Share[]): number {
  const free = shares.find(({ kind }) => kind === 'free')?.percent ?? 0
  return Math.round(100 - free)
}
