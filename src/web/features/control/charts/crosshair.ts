import type { Plugin } from 'chart.js'

/** A line through the hour or the day that the pointer is at. */
export function crosshair(color: string): Plugin<'bar' | 'line'> {
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
