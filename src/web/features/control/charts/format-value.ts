import type { ChartPlan } from './chart-plan.ts'
import { formatCount, formatTime } from './format-figures.ts'

/** A value of a chart as it is read beside it; null where there is none. */
export function formatValue(value: number | null | undefined, unit: ChartPlan['unit']): string | null {
  if (value === null || value === undefined) return null
  return unit === 'times' ? formatTime(value) : formatCount(value)
}
