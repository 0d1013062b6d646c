import { useMemo } from 'react'
import type { Figures } from '../../../../shared/figures.ts'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { chartPlans } from './chart-plans.ts'
import { FigureChart } from './figure-chart.tsx'
import { rangeWords } from './format-figures.ts'

/** The window hour by hour, or day by day. */
export function Charts({ figures }: { figures: Figures }) {
  const plans = useMemo(() => chartPlans(figures), [figures])
  if (plans.every(({ isEmpty }) => isEmpty))
    return (
      <StatePanel heading="h2" title={`Nothing happened in these ${rangeWords[figures.range]}`}>
        As soon as somebody asks something, it shows here hour by hour and day by day.
      </StatePanel>
    )
  return (
    <section aria-labelledby="charts" className="grid gap-4">
      <div>
        <h2 id="charts" className="text-lg leading-snug font-semibold">
          {figures.step === 'hour' ? 'Hour by hour' : 'Day by day'}
        </h2>
        <p className="mt-1 text-[13px] text-muted">
          In UTC. What is striped or dashed is the {figures.step} that is still running.
        </p>
      </div>
      <div className="grid items-start gap-4.5 lg:grid-cols-2">
        {plans.map((plan, index) => (
          <FigureChart
            key={plan.id}
            plan={plan}
            range={figures.range}
            {...(index === 0 && { className: 'lg:col-span-2' })}
          />
        ))}
      </div>
    </section>
  )
}
