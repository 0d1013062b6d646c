import type { Category } from '../../../shared/agents/agent-defaults.ts'

/** The colours of the web's styles/tokens.css that pictures need. */
export const palette = {
  ground: '#05070d',
  deep: '#080c16',
  line: '#7fd6ff',
  text: '#e8f6ff',
  soft: '#a9c0d4',
  cyan: '#22e6ff',
  magenta: '#ff3fd8',
  violet: '#9b7bff',
} as const

export const categoryColours: Record<Category, string> = {
  neural: palette.cyan,
  security: '#3df5a0',
  quantum: palette.violet,
  synthetic: palette.magenta,
}
