import type { Category } from '../../src/shared/agents/agent-defaults.ts'

/** The colours of the web's styles/tokens.css that the pictures need as they are. */
export const palette = { ground: '#05070d', cyan: '#22e6ff', text: '#e8f6ff' } as const

/** The categories' hues in OKLCH, degrees: cyan, green, violet and magenta. */
export const categoryHues: Record<Category, number> = {
  neural: 207,
  security: 158,
  quantum: 293,
  synthetic: 331,
}
