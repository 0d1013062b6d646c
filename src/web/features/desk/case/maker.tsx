import { useId } from 'react'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import type { DeskCasePage } from '../../../../shared/trust/desk.ts'
import { When } from '../../../blocks/list/facts.tsx'
import { dayAndTime } from '../../../lib/clock.ts'
import { Link } from '../../../lib/router/router.tsx'
import { walletOf } from '../act/offered-actions.ts'
import { logSentence } from '../log/log-sentence.ts'
import * as texts from '../texts.ts'

/** Whose it is, and what was decided about them before. */
export function Maker({ page }: { page: DeskCasePage }) {
  const { history, reportsActed, suspended } = page.maker
  const heading = useId()
  const wallet = walletOf(page)
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-17 leading-tight font-semibold">
        {texts.maker}
      </h3>
      {wallet === undefined ? (
        <p className="mt-2 text-soft">{texts.nobodys}</p>
      ) : (
        <>
          <p className="mt-2">
            <Link
              to={`/by/${wallet}`}
              target="_blank"
              title={wallet}
              className="display inline-flex min-h-6 items-center text-violet underline underline-offset-3"
            >
              {shortAddress(wallet)}
            </Link>
          </p>
          {suspended && <p className="mt-1.5 text-warning">{suspension(suspended)}</p>}
          <p className="mt-1.5 text-soft">{texts.actedBefore(reportsActed)}</p>
          {history.length === 0 ? (
            <p className="mt-1 text-soft">{texts.noHistory}</p>
          ) : (
            <ul aria-label={texts.history} className="mt-3 border-t border-line">
              {history.map((row) => (
                <li key={row.number} className="border-b border-line py-2.5 text-sm wrap-anywhere text-soft">
                  {logSentence(row)}{' '}
                  <span className="text-muted">
                    <When at={row.at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function suspension({ scope, until }: NonNullable<DeskCasePage['maker']['suspended']>): string {
  const what = texts.suspendedNow[scope]
  return until === null
    ? texts.suspendedForGood(what)
    : texts.suspendedUntil(what, dayAndTime(new Date(until)))
}
