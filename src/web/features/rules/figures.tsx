import { useQuery } from '@tanstack/react-query'
import type { TrustFigures } from '../../../shared/trust/desk.ts'
import { FailedPanel } from '../../blocks/list/instead.tsx'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { figuresQuery } from './rules-queries.ts'
import * as texts from './texts.ts'

/** What was reported and done, a table a month. */
export function Figures() {
  const { data, error, refetch } = useQuery(figuresQuery(useApi()))
  if (data?.months.length === 0) return <p className="text-muted">{texts.noFigures}</p>
  if (data) return data.months.map((month) => <Month key={month.month} month={month} />)
  if (error)
    return (
      <FailedPanel
        title={texts.figuresFailed}
        failure={{ problem: explainError(error), retry: () => void refetch() }}
      />
    )
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <div aria-hidden="true" className="skeleton h-24" />
    </div>
  )
}

function Month({ month: { month, reports, actions } }: { month: TrustFigures['months'][number] }) {
  return (
    <table className="w-full text-left">
      <caption className="flex justify-between gap-4 pb-2 text-left text-text">
        <span className="font-semibold">{nameOf(month)}</span>
        <span className="text-muted">{texts.reportsOf(reports)}</span>
      </caption>
      <tbody className="divide-y divide-line border-y border-line">
        {actions.map(({ action, ground, count }) => (
          <tr key={`${action} ${ground}`}>
            <th scope="row" className="py-2 font-semibold">
              {texts.actionNames[action]}
              {ground && <span className="text-muted">{`, ${texts.groundNames[ground]}`}</span>}
            </th>
            <td className="display py-2 text-right text-text tabular-nums">
              {count.toLocaleString('en-US')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf(month: string): string {
  return new Date(`${month}-15`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
}
