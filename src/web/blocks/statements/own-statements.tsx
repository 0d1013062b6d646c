import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { FailedPanel } from '../list/instead.tsx'
import { StatementView } from './statement-view.tsx'
import { statementsQuery } from './statements-query.ts'
import * as texts from './texts.ts'

/** All decisions about a wallet and what is its own, for its settings. */
export default function OwnStatements({ owner }: { owner: string }) {
  const asked = useQuery(statementsQuery(useApi(), owner))
  if (asked.data === undefined)
    return asked.error ? (
      <FailedPanel
        title={texts.failed}
        failure={{ problem: explainError(asked.error), retry: () => void asked.refetch() }}
      />
    ) : (
      <div role="status" className="skeleton h-24">
        <span className="sr-only">{texts.loading}</span>
      </div>
    )
  return (
    <ul className="border-t border-line-strong">
      {asked.data.map((statement) => (
        <li key={statement.number} className="border-b border-line py-6">
          <StatementView statement={statement} owner={owner} />
        </li>
      ))}
    </ul>
  )
}
