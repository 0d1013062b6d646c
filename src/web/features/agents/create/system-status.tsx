/** Section 9: fixed figures. They are decoration and measure nothing (decision 25). */
const loads = [
  { name: 'Neural', percent: 75 },
  { name: 'Memory', percent: 45 },
  { name: 'Quantum', percent: 90 },
]

/** The side panel of /create. */
export function SystemStatus() {
  return (
    <aside aria-label="System status" className="panel hairline cut grid content-start gap-6 p-5 md:p-6">
      <h2 className="label">System Load</h2>
      <ul className="grid gap-4.5">
        {loads.map((load) => (
          <li key={load.name} className="grid gap-2">
            <span className="flex justify-between text-sm">
              <span className="text-soft">{load.name}</span>
              <span className="display tabular-nums">{load.percent}%</span>
            </span>
            <span className="h-[3px] bg-cyan/12">
              <span className="block h-full bg-cyan" style={{ width: `${load.percent}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-2 border-t border-line pt-5">
        <div className="flex flex-col-reverse gap-1.5">
          <dt className="label">Processing</dt>
          <dd className="display text-xl font-semibold">4 TPUs</dd>
        </div>
        <div className="flex flex-col-reverse gap-1.5 border-l border-line pl-5">
          <dt className="label">Stability</dt>
          <dd className="display text-xl font-semibold">99.9%</dd>
        </div>
      </dl>
    </aside>
  )
}
