import type { ChartPlan } from './chart-plan.ts'
import { formatCount, formatTime } from './format-numbers.ts'

/** Formats a value of a chart; null if there is none. */
export function formatValue(value: number | null | undefined, unit: ChartPlan['unit']): string | null {
  if (value === null || value === undefined) return null
  return unit === 'times' ? formatTime(value) : formatCount(value)
}
