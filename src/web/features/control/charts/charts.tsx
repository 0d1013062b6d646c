import { useMemo } from 'react'
import type { Analytics } from '../../../../shared/analytics.ts'
import { StatePanel } from '../../../ui/state-panel.tsx'
import * as texts from '../texts.tsx'
import { AnalyticsChart } from './analytics-chart.tsx'
import { chartPlans } from './chart-plans.ts'

export function Charts({ analytics }: { analytics: Analytics }) {
  const plans = useMemo(() => chartPlans(analytics), [analytics])
  if (plans.every(({ isEmpty }) => isEmpty))
    return (
      <StatePanel heading="h2" title={texts.nothingHappened(texts.ranges[analytics.range])}>
        {texts.nothingHappenedAbout}
      </StatePanel>
    )
  return (
    <section aria-labelledby="charts" className="grid gap-4">
      <div>
        <h2 id="charts" className="text-lg leading-snug font-semibold">
          {analytics.step === 'hour' ? texts.hourByHour : texts.dayByDay}
        </h2>
        <p className="mt-1 text-13 text-muted">{texts.unfinished(analytics.step)}</p>
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
