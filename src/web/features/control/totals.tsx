import type { AnalyticsTotals } from '../../../shared/analytics.ts'
import { countOf, formatCount, formatTime } from './charts/format-numbers.ts'

/** The totals of the time range, each with an explanation of what it counts. */
export function Totals({ totals }: { totals: AnalyticsTotals }) {
  const { firstWordsP50, firstWordsP95 } = totals
  return (
    <section aria-label="In total" className="panel hairline cut">
      <dl style={{ gap: 1 }} className="grid grid-cols-2 bg-line md:grid-cols-3 xl:grid-cols-6">
        <Total
          name="Conversations"
          figure={formatCount(totals.conversations)}
          note="begun with a first question"
        />
        <Total
          name="Messages"
          figure={formatCount(totals.messages)}
          note={`${formatCount(totals.visitorMessages)} by visitors`}
        />
        <Total name="People" figure={formatCount(totals.people)} note="wallets that asked, each once" />
        <Total name="Words" figure={formatCount(totals.words)} note="that were answered" />
        <Total
          name="First words"
          figure={firstWordsP50 === null ? null : formatTime(firstWordsP50)}
          note={
            firstWordsP95 === null
              ? 'from the question to them'
              : `for half the replies, ${formatTime(firstWordsP95)} for 95 of 100`
          }
        />
        <Total
          name="Upvotes"
          figure={formatCount(totals.upvotes)}
          note={`${countOf(totals.upvotesEver, 'upvote')} ever`}
        />
      </dl>
    </section>
  )
}

/** @param props.figure null if there was no reply from which it could be computed */
function Total(props: { name: string; figure: string | null; note: string }) {
  return (
    <div className="grid min-w-0 content-start gap-2 bg-deep p-4.5">
      <dt className="label">{props.name}</dt>
      <dd className="grid gap-2">
        {props.figure === null ? (
          <span className="display text-lg leading-snug font-semibold text-soft">No replies yet</span>
        ) : (
          <span className="display text-[23px] leading-tight font-semibold tabular-nums">{props.figure}</span>
        )}
        <span className="text-[13px] leading-[1.4] text-muted">{props.note}</span>
      </dd>
    </div>
  )
}
