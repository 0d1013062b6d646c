import type { CardReport } from '../../../../shared/agents/cards.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import * as texts from './texts.ts'

const lists: readonly { of: 'used' | 'kept' | 'refused'; title: string; about: string; mark: string }[] = [
  { of: 'used', title: texts.cardUsed, about: texts.cardUsedAbout, mark: 'bg-cyan' },
  { of: 'kept', title: texts.cardKept, about: texts.cardKeptAbout, mark: 'bg-violet' },
  { of: 'refused', title: texts.cardRefused, about: texts.cardRefusedAbout, mark: 'bg-bad' },
]

/** What becomes of the content of a card, in three lists. */
export function CardReportLists({ report }: { report: CardReport }) {
  return (
    <div className="grid gap-5">
      {report.warnings.length > 0 && (
        <Notice tone="info" title={texts.cardWarnings}>
          <ul className="grid gap-1">
            {report.warnings.map((warning) => (
              <li key={warning} className="wrap-anywhere">
                {warning}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {lists
        .filter(({ of }) => report[of].length > 0)
        .map(({ of, title, about, mark }) => (
          <section key={of} aria-label={title} className="grid gap-2 border-t border-line pt-4">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 className="label flex items-center gap-2.5">
                <span aria-hidden="true" className={`size-1.5 rounded-full ${mark}`} />
                {title}
              </h3>
              <p className="text-13 text-muted">{about}</p>
            </div>
            <ul className="flex flex-wrap gap-1.5 text-13 text-soft">
              {[...new Set(report[of])].map((sentence) => (
                <li key={sentence} className="max-w-full border border-line px-2.5 py-1 wrap-anywhere">
                  {sentence}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
