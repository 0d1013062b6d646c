import { useQuery } from '@tanstack/react-query'
import type { ReportedKind } from '../../../shared/trust/reports.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'
import { useApi } from '../../lib/http/api.ts'
import { Unfold } from '../../ui/unfold.tsx'
import { StatementView } from './statement-view.tsx'
import { restricts, whatWasDone } from './statement-words.ts'
import { statementsQuery } from './statements-query.ts'
import * as texts from './texts.ts'

/**
 * The decisions that hold, where their owner is: one line each, which unfolds why and the way to object. It shows
 * nothing where there are none, and while they are not known.
 * @param props.subject all of the kind without it
 */
export default function StatementsHere(props: {
  owner: string
  kind: ReportedKind
  subject?: string
  className?: string
}) {
  const { owner, kind, subject } = props
  const { data = [] } = useQuery(statementsQuery(useApi(), owner))
  const now = useMinute()
  const here = data.filter(
    (statement) =>
      restricts(statement) &&
      statement.kind === kind &&
      (subject === undefined || statement.subject === subject),
  )
  if (here.length === 0 || now === null) return null
  return (
    <section aria-label={texts.region} className={props.className}>
      <ul className="grid gap-3">
        {here.map((statement) => (
          <li key={statement.number} className="border-l-2 border-warning bg-warning/6 px-4 py-2.5">
            <p className="text-15 wrap-anywhere">{whatWasDone(statement)}</p>
            <Unfold label={texts.readWhy} of={statement.title} look="max-md:min-h-11 min-h-9">
              <div className="max-h-[50dvh] overflow-y-auto py-2">
                <StatementView statement={statement} owner={owner} withoutHead />
              </div>
            </Unfold>
          </li>
        ))}
      </ul>
    </section>
  )
}
