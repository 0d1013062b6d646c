import { CHART_HEIGHT } from './charts/figure-chart.tsx'

/** Has the shape of the figures, so that nothing jumps when they come. */
export function ControlSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4.5">
      <div className="panel hairline cut grid grid-cols-2 gap-4.5 p-5 md:grid-cols-3 xl:grid-cols-6">
        {[1, 2, 3, 4, 5, 6].map((total) => (
          <div key={total} className="grid gap-3">
            <div className="skeleton h-3 w-3/4" />
            <div className="skeleton h-6 w-2/5" />
            <div className="skeleton h-3 w-4/5" />
          </div>
        ))}
      </div>
      <div className="grid gap-4.5 lg:grid-cols-2">
        {[1, 2].map((panel) => (
          <div key={panel} className="panel hairline cut grid gap-3 p-5">
            <div className="skeleton h-5 w-2/5" />
            <div className="skeleton mt-2 h-3 w-full" />
            <div className="skeleton h-3.5 w-3/4" />
            <div className="skeleton h-3.5 w-3/4" />
          </div>
        ))}
        <div className="panel hairline cut grid gap-4 p-5 lg:col-span-2">
          <div className="skeleton h-5 w-2/5" />
          <div style={{ height: CHART_HEIGHT }} className="skeleton w-full" />
        </div>
      </div>
    </div>
  )
}
