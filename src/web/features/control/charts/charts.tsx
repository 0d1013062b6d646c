import { useMemo } from 'react'
import type { Analytics } from '../../../../shared/analytics.ts'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { AnalyticsChart } from './analytics-chart.tsx'
import { chartPlans } from './chart-plans.ts'
import { rangeWords } from './format-numbers.ts'

/** The charts of the time range by hour or by day. */
export function Charts({ analytics }: { analytics: Analytics }) {
  const plans = useMemo(() => chartPlans(analytics), [analytics])
  if (plans.every(({ isEmpty }) => isEmpty))
    return (
      <StatePanel heading="h2" title={`Nothing happened in these ${rangeWords[analytics.range]}`}>
        As soon as somebody asks something, it shows here hour by hour and day by day.
      </StatePanel>
    )
  return (
    <section aria-labelledby="charts" className="grid gap-4">
      <div>
        <h2 id="charts" className="text-lg leading-snug font-semibold">
          {analytics.step === 'hour' ? 'Hour by hour' : 'Day by day'}
        </h2>
        <p className="mt-1 text-[13px] text-muted">
          In UTC. What is striped or dashed is the {analytics.step} that is still running.
        </p>
      </div>
      <div className="grid items-start gap-4.5 lg:grid-cols-2">
        {plans.map((plan, index) => (
          <AnalyticsChart
            key={plan.id}
            plan={plan}
            range={analytics.range}
            {...(index === 0 && { className: 'lg:col-span-2' })}
          />
        ))}
      </div>
    </section>
  )
}
