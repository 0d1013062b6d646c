import { ArrowDownIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.tsx'
import type { ChartPlan } from './chart-plan.ts'
import { formatFullStart } from './format-numbers.ts'
import { formatValue } from './format-value.ts'

export function ChartTable({ plan }: { plan: ChartPlan }) {
  const { series, starts, step, unit, title } = plan
  const hour = step === 'hour'
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 text-sm text-soft transition-colors hover:text-text focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ArrowDownIcon
          width={15}
          height={15}
          className="flex-none text-muted transition-transform duration-200 group-open:rotate-180"
        />
        <span>{texts.showTable(<span className="sr-only">{texts.ofChart(title)}</span>)}</span>
      </summary>
      <section
        aria-label={texts.table(title)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="max-h-72 overflow-y-auto outline-offset-[-3px]"
      >
        <table className="w-full text-13 tabular-nums">
          <caption className="sr-only">{texts.tableCaption(title, hour)}</caption>
          <thead className="sticky top-0 bg-raised text-left text-muted">
            <tr>
              <th scope="col" className="p-2 font-medium">
                {texts.startColumn(hour)}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="p-2 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {starts.map((start, index) => (
              <tr key={start} className="border-t border-line">
                <th scope="row" className="p-2 text-left font-medium whitespace-nowrap text-soft">
                  <time dateTime={start}>{formatFullStart(start, step)}</time>
                  {index === starts.length - 1 && <span className="block text-muted">{texts.current}</span>}
                </th>
                {series.map(({ name, values }) => (
                  <td key={name} className="p-2 text-right">
                    {formatValue(values[index], unit) ?? <span className="text-muted">{texts.noneYet}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
