/** A colour of the look, by its token. */
export type Hue = 'cyan' | 'magenta' | 'violet' | 'good' | 'warning' | 'bad' | 'muted'

/** One row of bars, or one line. */
export interface ChartSeries {
  name: string
  hue: Hue
  shape: 'bars' | 'line'
  /** One for each hour or day; null where there is nothing to show, which is not the same as 0. */
  values: readonly (number | null)[]
}

/** What one chart shows, whatever draws it. The last hour or day is still running. */
export interface ChartPlan {
  id: string
  title: string
  /** What it counts, where the title does not say it. */
  note?: string
  /** `times` are milliseconds. */
  unit: 'counts' | 'times'
  /** Whether its bars stand on one another. */
  stacked: boolean
  step: 'hour' | 'day'
  /** When each hour or day begins. */
  starts: readonly string[]
  series: readonly ChartSeries[]
  /** What it shows, for who can't see it. */
  summary: string
  /** Nothing happened: there is nothing to draw. */
  isEmpty: boolean
}
