import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChartPlan } from './chart-plan.ts'
import type { DrawnChart } from './draw-chart.ts'

export interface ChartOnCanvas {
  canvas: RefObject<HTMLCanvasElement | null>
  state: 'loading' | 'drawn' | 'failed'
  retry: () => void
}

/** Draws a chart once what draws it is here, which no first load waits for, and keeps it as the figures are. */
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
      // Letters on a canvas stay as they were drawn.
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
