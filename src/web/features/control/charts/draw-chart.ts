import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import * as texts from '../texts.tsx'
import type { ChartPlan, ChartSeries } from './chart-plan.ts'
import { formatFullStart, formatShortCount, formatStart, formatTime } from './format-numbers.ts'
import { formatValue } from './format-value.ts'
import { type Paint, readPaint } from './paint.ts'

// Only the parts of the library that these charts need are registered.
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

type Kind = 'bar' | 'line'

const TICK_WIDTH = 56

export interface DrawnChart {
  /** Shows other values without an animation. */
  show(plan: ChartPlan): void
  remove(): void
}

/** Draws a chart on a canvas. It follows the canvas's size, and shows the values under the pointer. */
export function drawChart(canvas: HTMLCanvasElement, plan: ChartPlan): DrawnChart {
  const paint = readPaint(canvas)
  const chart = new Chart<Kind, (number | null)[], string>(canvas, {
    ...configure(plan, paint),
    plugins: [crosshair(paint.crosshair)],
  })
  return {
    show(next) {
      const { data, options } = configure(next, paint)
      chart.data = data
      if (options) chart.options = options
      chart.update('none')
    },
    remove: () => chart.destroy(),
  }
}

function configure(plan: ChartPlan, paint: Paint): ChartConfiguration<Kind, (number | null)[], string> {
  const { step, starts, stacked } = plan
  const last = starts.length - 1
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    type: 'bar',
    data: {
      labels: starts.map((start, index) => (index === last ? 'now' : formatStart(start, step))),
      // Lines are drawn above bars.
      datasets: plan.series.map((series) => ({
        ...(series.shape === 'bars' ? barsOf(series, { paint, stacked }) : lineOf(series, paint)),
        order: series.shape === 'bars' ? 1 : 0,
      })),
    },
    options: {
      maintainAspectRatio: false,
      animation: isStill ? false : { duration: 200 },
      interaction: { mode: 'index', intersect: false },
      layout: { padding: { top: 6 } },
      scales: scalesOf(plan, paint),
      plugins: { tooltip: tooltipOf(plan, paint) },
    },
  }
}

type Options = NonNullable<ChartConfiguration<Kind, (number | null)[], string>['options']>

function scalesOf({ unit, starts, stacked }: ChartPlan, paint: Paint): NonNullable<Options['scales']> {
  const last = starts.length - 1
  const ticks = { color: paint.muted, font: paint.tickFont }
  return {
    x: {
      stacked,
      border: { color: paint.line },
      grid: { display: false },
      ticks: {
        ...ticks,
        maxRotation: 0,
        autoSkip: false,
        // Labels are counted from the end, so that the running hour or day always has one.
        callback(_, index) {
          const every = Math.ceil((starts.length * TICK_WIDTH) / this.chart.width)
          return (last - index) % every === 0 ? this.getLabelForValue(index) : null
        },
      },
    },
    y: {
      stacked,
      beginAtZero: true,
      border: { display: false },
      grid: { color: paint.line, tickLength: 0 },
      ticks: {
        ...ticks,
        padding: 8,
        maxTicksLimit: 5,
        ...(unit === 'counts' && { precision: 0 }),
        callback: (value) => (unit === 'times' ? formatTime : formatShortCount)(Number(value)),
      },
    },
  }
}

function tooltipOf(
  { unit, step, starts, series }: ChartPlan,
  paint: Paint,
): NonNullable<NonNullable<Options['plugins']>['tooltip']> {
  const last = starts.length - 1
  return {
    backgroundColor: paint.raised,
    borderColor: paint.lineStrong,
    borderWidth: 1,
    cornerRadius: 3,
    caretSize: 0,
    caretPadding: 12,
    padding: 12,
    titleColor: paint.text,
    titleFont: paint.titleFont,
    bodyColor: paint.soft,
    bodyFont: paint.bodyFont,
    bodySpacing: 5,
    boxWidth: 8,
    boxHeight: 8,
    boxPadding: 6,
    multiKeyBackground: paint.raised,
    callbacks: {
      title: ([item]) => {
        const index = item?.dataIndex ?? 0
        const name = formatFullStart(starts[index] ?? '', step)
        return index === last ? `${name}, ${texts.current}` : name
      },
      label: ({ dataset, parsed }) => `${dataset.label}: ${formatValue(parsed.y, unit)}`,
      // The bar of the running hour is striped, so the plain colour is used here.
      labelColor: ({ datasetIndex }) => {
        const color = paint.hues[series[datasetIndex]?.hue ?? 'muted']
        return { borderColor: color, backgroundColor: color, borderWidth: 0 }
      },
    },
  }
}

function barsOf(
  { name, hue, values }: ChartSeries,
  { paint, stacked }: { paint: Paint; stacked: boolean },
): ChartDataset<'bar', (number | null)[]> {
  const fill = paint.faded(hue, stacked ? 0.75 : 0.4)
  const running = paint.stripes(hue)
  return {
    type: 'bar',
    label: name,
    data: [...values],
    backgroundColor: values.map((_, index) => (index === values.length - 1 ? running : fill)),
    hoverBackgroundColor: values.map((_, index) => (index === values.length - 1 ? running : paint.hues[hue])),
    borderColor: paint.hues[hue],
    hoverBorderColor: paint.hues[hue],
    // A bright upper edge; within a stack it would mark the edge of a bar that does not end there.
    borderWidth: { top: stacked ? 0 : 2, right: 0, bottom: 0, left: 0 },
    maxBarThickness: 32,
    categoryPercentage: 0.82,
    barPercentage: 0.9,
  }
}

function lineOf({ name, hue, values }: ChartSeries, paint: Paint): ChartDataset<'line', (number | null)[]> {
  const color = paint.hues[hue]
  const last = values.length - 1
  const points = values.map((_, index) => (index === last ? paint.deep : color))
  return {
    type: 'line',
    label: name,
    data: [...values],
    borderColor: color,
    borderWidth: 2,
    pointRadius: values.length > 14 ? 2 : 3,
    pointHoverRadius: 5,
    pointBorderColor: color,
    pointBackgroundColor: points,
    pointHoverBackgroundColor: points,
    pointHoverBorderColor: color,
    segment: { borderDash: ({ p1DataIndex }) => (p1DataIndex === last ? [4, 4] : undefined) },
  }
}

function crosshair(color: string): Plugin<'bar' | 'line'> {
  return {
    id: 'crosshair',
    beforeDatasetsDraw({ ctx, chartArea, tooltip }) {
      const [active] = tooltip?.getActiveElements() ?? []
      if (!active) return
      const x = Math.round(active.element.x) + 0.5
      ctx.save()
      ctx.strokeStyle = color
      ctx.beginPath()
      ctx.moveTo(x, chartArea.top)
      ctx.lineTo(x, chartArea.bottom)
      ctx.stroke()
      ctx.restore()
    },
  }
}
