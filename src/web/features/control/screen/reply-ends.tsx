import type { AnalyticsTotals } from '../../../../shared/analytics.ts'
import { formatCount, formatShare } from '../charts/format-numbers.ts'
import { replyEnds } from '../charts/reply-end-names.ts'
import * as texts from '../texts.tsx'

export function ReplyEnds({ totals }: { totals: AnalyticsTotals }) {
  const ended = replyEnds.reduce((sum, { end }) => sum + totals[end], 0)
  const open = totals.messages - ended
  return (
    <div className="grid gap-4.5 lg:grid-cols-2">
      <section aria-labelledby="ends" className="panel hairline cut grid content-start gap-4 p-5">
        <h2 id="ends" className="text-lg leading-snug font-semibold">
          {texts.howEnded}
        </h2>
        {ended === 0 ? (
          <p className="text-sm text-soft">{texts.noRepliesYet}</p>
        ) : (
          <>
            <div aria-hidden="true" className="flex gap-0.5" style={{ height: 8 }}>
              {replyEnds.map(
                ({ end, hue }) =>
                  totals[end] > 0 && (
                    <span
                      key={end}
                      style={{ background: `var(--color-${hue})`, flexGrow: totals[end], minWidth: 4 }}
                    />
                  ),
              )}
            </div>
            <ul className="grid gap-2.5">
              {replyEnds.map(({ end, hue }) => (
                <Count
                  key={end}
                  name={texts.ends[end].name}
                  note={texts.ends[end].meaning}
                  count={totals[end]}
                  of={ended}
                  hue={hue}
                />
              ))}
            </ul>
          </>
        )}
        {open > 0 && (
          <p className="text-13 text-muted">{texts.stillRunning(formatCount(open), open === 1)}</p>
        )}
      </section>
      <section aria-labelledby="failures" className="panel hairline cut grid content-start gap-4 p-5">
        <h2 id="failures" className="text-lg leading-snug font-semibold">
          {texts.failures}
        </h2>
        {totals.failures.length === 0 ? (
          <p className="text-sm text-soft">{texts.noFailures}</p>
        ) : (
          <ul className="grid gap-2.5">
            {totals.failures.map(({ why, count }) => (
              <Count key={why} name={texts.failureCauses[why]} count={count} of={totals.failed} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function Count(props: { name: string; note?: string; count: number; of: number; hue?: string }) {
  return (
    <li className="flex items-baseline gap-2.5 text-sm">
      {props.hue && (
        <span
          aria-hidden="true"
          className="dot self-center"
          style={{ background: `var(--color-${props.hue})` }}
        />
      )}
      <span className="min-w-0 flex-1">
        {props.name} {props.note && <span className="text-13 text-muted">{props.note}</span>}
      </span>
      <span className="display font-semibold tabular-nums">{formatCount(props.count)}</span>
      <span className="w-16 flex-none text-right text-13 text-muted tabular-nums">
        {formatShare(props.count, props.of)}
      </span>
    </li>
  )
}
