import type { AnalyticsTotals } from '../../../../shared/analytics.ts'
import { counted } from '../../../lib/counted.ts'
import { formatCount, formatTime } from '../charts/format-numbers.ts'
import * as texts from '../texts.tsx'

/** The totals of the time range, each with an explanation of what it counts. */
export function Totals({ totals }: { totals: AnalyticsTotals }) {
  const { firstWordsP50, firstWordsP95 } = totals
  return (
    <section aria-label={texts.totals} className="panel hairline cut">
      <dl style={{ gap: 1 }} className="grid grid-cols-2 bg-line md:grid-cols-3 xl:grid-cols-6">
        <Total
          name={texts.conversations}
          figure={formatCount(totals.conversations)}
          note={texts.conversationsNote}
        />
        <Total
          name={texts.messages}
          figure={formatCount(totals.messages)}
          note={texts.fromVisitors(formatCount(totals.visitorMessages))}
        />
        <Total
          name={texts.people}
          figure={formatCount(totals.people)}
          note={texts.peopleNote(totals.people === 1)}
        />
        <Total name={texts.words} figure={formatCount(totals.words)} note={texts.wordsNote} />
        <Total
          name={texts.firstWords}
          figure={firstWordsP50 === null ? null : formatTime(firstWordsP50)}
          note={firstWordsP95 === null ? texts.median : texts.medianAndP95(formatTime(firstWordsP95))}
        />
        <Total
          name={texts.upvotes}
          figure={formatCount(totals.upvotes)}
          note={texts.upvotesEver(counted(totals.upvotesEver, texts.upvote))}
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
          <span className="display text-lg leading-snug font-semibold text-soft">{texts.noReplies}</span>
        ) : (
          <span className="display text-23 leading-tight font-semibold tabular-nums">{props.figure}</span>
        )}
        <span className="text-13 leading-[1.4] text-muted">{props.note}</span>
      </dd>
    </div>
  )
}
