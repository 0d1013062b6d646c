export type Hue = 'cyan' | 'magenta' | 'violet' | 'good' | 'warning' | 'bad' | 'muted'

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
  stacked: boolean
  step: 'hour' | 'day'
  starts: readonly string[]
  series: readonly ChartSeries[]
  summary: string
  isEmpty: boolean
}
