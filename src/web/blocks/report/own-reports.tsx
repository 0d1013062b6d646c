import type { OwnReport } from '../../../shared/trust/reports.ts'
import { type Api, unwrap, useApi } from '../../lib/http/api.ts'
import { Link } from '../../lib/router/router.tsx'
import { Fact, When } from '../list/facts.tsx'
import { listQuery } from '../list/list-query.ts'
import { useList } from '../list/list-state.ts'
import { OwnList } from '../list/own-list.tsx'
import * as texts from './texts.ts'

const ownReportsQuery = (api: Api, owner: string) =>
  listQuery<OwnReport>(['own reports', owner], async (query, options) => {
    const { reports, nextCursor } = await unwrap(api.me.reports.$get({ query }, options))
    return { items: reports, nextCursor }
  })

/** What a wallet reported, and what became of it. @param props.owner undefined while the viewer is not known */
export default function OwnReports({ owner }: { owner: string | undefined }) {
  return (
    <OwnList
      list={useList(ownReportsQuery(useApi(), owner ?? ''), { owner })}
      words={{
        loading: texts.ownLoading,
        count: ({ length }) => texts.ownCount(length),
        none: texts.ownNone,
        failed: texts.ownFailed,
      }}
      skeleton="h-24"
      skeletons={2}
    >
      {(report) => <ReportItem key={report.id} report={report} />}
    </OwnList>
  )
}

function ReportItem({ report }: { report: OwnReport }) {
  const { kind, title, href, reason, words, outcome, createdAt, decidedAt } = report
  return (
    <li className="panel hairline cut grid gap-2 p-4.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-13 text-muted">{texts.kinds[kind]}</span>
        {href ? (
          <Link
            to={href}
            className="inline-flex min-h-6 items-center font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        ) : (
          <span className="font-semibold wrap-anywhere">{title || texts.noTitle}</span>
        )}
      </p>
      <p className={outcome === 'open' ? 'text-sm text-soft' : 'text-sm'}>{texts.outcomes[outcome]}</p>
      {words && <p className="max-w-[70ch] text-sm wrap-anywhere whitespace-pre-line text-soft">{words}</p>}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
        <Fact name={texts.why}>{texts.reasons[reason]}</Fact>
        <Fact name={texts.reportedOn}>
          <When at={createdAt} />
        </Fact>
        {decidedAt && (
          <Fact name={texts.decidedOn}>
            <When at={decidedAt} />
          </Fact>
        )}
      </dl>
    </li>
  )
}
