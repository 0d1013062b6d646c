import type { Range } from '../../../../shared/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'
import type { ChartPlan } from './chart-plan.ts'
import { ChartTable } from './chart-table.tsx'
import { useDrawnChart } from './use-drawn-chart.ts'

/** The height of a chart in pixels, reserved before it is drawn. */
export const CHART_HEIGHT = 240

export function AnalyticsChart({
  plan,
  range,
  className,
}: {
  plan: ChartPlan
  range: Range
  className?: string
}) {
  return (
    <figure className={`panel hairline cut flex min-w-0 flex-col gap-4 px-5 pt-5 pb-2 ${className ?? ''}`}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="text-15 leading-snug font-semibold">
          {plan.title} {plan.note && <span className="text-13 font-medium text-muted">{plan.note}</span>}
        </h3>
        {plan.series.length > 1 && (
          <ul aria-label={texts.colours} className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-soft">
            {plan.series.map(({ name, hue }) => (
              <li key={name} className="flex items-center gap-2">
                <span aria-hidden="true" className="dot" style={{ background: `var(--color-${hue})` }} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div style={{ height: CHART_HEIGHT }} className="relative min-w-0">
        {plan.isEmpty ? (
          <p className="absolute inset-0 grid place-content-center border-y border-line text-center text-sm text-muted">
            {texts.nothingInRange(texts.ranges[range])}
          </p>
        ) : (
          <ChartCanvas plan={plan} />
        )}
      </div>
      {!plan.isEmpty && <ChartTable plan={plan} />}
    </figure>
  )
}

/** The canvas of a chart, which fills its container. Screen readers get a summary, and the table. */
function ChartCanvas({ plan }: { plan: ChartPlan }) {
  const { canvas, state, retry } = useDrawnChart(plan)
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={plan.summary} className="absolute inset-0" />
      {state === 'loading' && <div aria-hidden="true" className="skeleton absolute inset-0" />}
      {state === 'failed' && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-4 text-center">
          <p role="alert" className="text-sm text-soft">
            {texts.chartNotLoaded}
          </p>
          <Button size="small" onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </>
  )
}
