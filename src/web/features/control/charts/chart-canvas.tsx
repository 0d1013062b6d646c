import { Button } from '../../../ui/button.tsx'
import type { ChartPlan } from './chart-plan.ts'
import { useDrawnChart } from './use-drawn-chart.ts'

/** The drawing of a chart, which fills its place. Whoever can't see it hears what it shows, and has the table. */
export function ChartCanvas({ plan }: { plan: ChartPlan }) {
  const { canvas, state, retry } = useDrawnChart(plan)
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={plan.summary} className="absolute inset-0" />
      {state === 'loading' && <div aria-hidden="true" className="skeleton absolute inset-0" />}
      {state === 'failed' && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-4 text-center">
          <p role="alert" className="text-sm text-soft">
            The chart did not load. The table below has the same figures.
          </p>
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  )
}
