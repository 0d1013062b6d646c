import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChartPlan } from './chart-plan.ts'
import type { DrawnChart } from './draw-chart.ts'

interface ChartOnCanvas {
  canvas: RefObject<HTMLCanvasElement | null>
  state: 'loading' | 'drawn' | 'failed'
  retry: () => void
}

/** Draws a chart once the chart library, which loads on demand, is there, and redraws it when its values change. */
export function useDrawnChart(plan: ChartPlan): ChartOnCanvas {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<DrawnChart>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const newest = useRef(plan)

  useEffect(() => {
    newest.current = plan
    drawn?.show(plan)
  }, [drawn, plan])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is all that draws it anew
  useEffect(() => {
    let isGone = false
    let chart: DrawnChart | undefined
    const draw = async () => {
      // Text on a canvas is not redrawn when a font loads, so the fonts must be ready.
      const [{ drawChart }] = await Promise.all([import('./draw-chart.ts'), document.fonts.ready])
      if (isGone || !canvas.current) return
      chart = drawChart(canvas.current, newest.current)
      setDrawn(chart)
    }
    draw().catch(() => setFailed(!isGone))
    return () => {
      isGone = true
      chart?.remove()
      setDrawn(undefined)
    }
  }, [attempt])

  return {
    canvas,
    state: drawn ? 'drawn' : failed ? 'failed' : 'loading',
    retry() {
      setFailed(false)
      setAttempt((before) => before + 1)
    },
  }
}
