/** A colour of the theme, by its token. */
export type Hue = 'cyan' | 'magenta' | 'violet' | 'good' | 'warning' | 'bad' | 'muted'

/** One series of bars, or one line. */
export interface ChartSeries {
  name: string
  hue: Hue
  shape: 'bars' | 'line'
  /** One value for each hour or day; null means no data, which is not the same as 0. */
  values: readonly (number | null)[]
}

/** The content of a chart, independent of the library that draws it. The last hour or day is still running. */
export interface ChartPlan {
  id: string
  title: string
  /** What is counted, if the title does not say it. */
  note?: string
  /** Values of `times` are in milliseconds. */
  unit: 'counts' | 'times'
  /** Whether its bars are stacked. */
  stacked: boolean
  step: 'hour' | 'day'
  /** The start of each hour or day. */
  starts: readonly string[]
  series: readonly ChartSeries[]
  /** A text summary for screen readers. */
  summary: string
  /** Whether there is nothing to draw. */
  isEmpty: boolean
}
