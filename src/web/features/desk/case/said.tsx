import { useId } from 'react'
import type { DeskCasePage } from '../../../../shared/trust/desk.ts'
import { When } from '../../../blocks/list/facts.tsx'
import * as texts from '../texts.ts'

/** What people wrote to their reports. Nobody is named. */
export function ReportWords({ reports }: Pick<DeskCasePage, 'reports'>) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-17 leading-tight font-semibold">
        {texts.reports}
      </h3>
      {reports.length === 0 ? (
        <p className="mt-2 text-soft">{texts.noReports}</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {reports.map(({ reason, words, at, outcome }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report has no name here, so that nobody is known by it
            <li key={index} className="border-b border-line py-3">
              <p className="flex flex-wrap gap-x-2 text-13 text-muted">
                <span className="text-text">{texts.reasons[reason]}</span>
                <When at={at} />
                {outcome !== 'open' && <span>{texts.outcomes[outcome]}</span>}
              </p>
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line text-soft">
                {words || <span className="text-muted">{texts.noWords}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What the person concerned says, which comes first. */
export function Objections({ objections }: Pick<DeskCasePage, 'objections'>) {
  const heading = useId()
  if (objections.length === 0) return null
  return (
    <section aria-labelledby={heading} className="border-l-2 border-warning bg-warning/6 px-4 py-3.5">
      <h3 id={heading} className="text-17 leading-tight font-semibold">
        {texts.objections}
      </h3>
      <ul className="grid gap-4">
        {objections.map(({ about, action, words, at, canAnswer }) => (
          <li key={about} className="mt-2">
            <p className="flex flex-wrap gap-x-2 text-13 text-soft">
              {texts.objectedTo(action === 'object' ? '' : texts.actions[action])}
              <When at={at} />
            </p>
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {words}
            </p>
            {!canAnswer && <p className="mt-1 text-sm text-warning">{texts.notYours}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
