import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { DeskCase, DeskCasePage } from '../../../../shared/trust/desk.ts'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useLocation } from '../../../lib/router/router.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { OutsideIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { Actions } from '../act/actions.tsx'
import type { OfferedAction } from '../act/offered-actions.ts'
import { caseQuery, isMissing } from '../api/desk-queries.ts'
import { reasonsIn } from '../queue/case-words.ts'
import * as texts from '../texts.ts'
import { Maker } from './maker.tsx'
import { Resembles } from './resembles.tsx'
import { Objections, ReportWords } from './said.tsx'
import { SeenCompared } from './seen-compared.tsx'

/** One case with all that a decision needs. Its React key must be the case's id. */
export function CaseView(props: {
  id: string
  owner: string
  /** As the queue has it, so that its name stands there at once. */
  known: DeskCase | undefined
  keysOn: boolean
  onDone: (action: OfferedAction) => void
}) {
  const { id, owner } = props
  const asked = useQuery(caseQuery(useApi(), owner, id))
  const shown = asked.data?.case ?? props.known
  if (asked.error && !asked.data)
    return isMissing(asked.error) ? (
      <StatePanel className="min-h-[320px]" heading="h2" title={texts.caseGone} />
    ) : (
      <FailedPanel
        className="min-h-[320px]"
        title={texts.caseFailed}
        failure={{ problem: explainError(asked.error), retry: () => void asked.refetch() }}
      />
    )
  return (
    <article className="min-w-0">
      {shown && <Head shown={shown} href={(asked.data?.now ?? shown.seen).href} />}
      {asked.data ? (
        <>
          <Evidence page={asked.data} />
          <Actions page={asked.data} keysOn={props.keysOn} onDone={props.onDone} />
        </>
      ) : (
        <div role="status" className="mt-7 grid gap-4">
          <span className="sr-only">{texts.caseLoading}</span>
          <div aria-hidden="true" className="skeleton h-5 w-2/5" />
          <div aria-hidden="true" className="skeleton h-28" />
          <div aria-hidden="true" className="skeleton h-20" />
        </div>
      )}
    </article>
  )
}

function Head({ shown, href }: { shown: DeskCase; href: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = useLocation().state?.takesFocus === true
  // Whoever opened it by a key or a link of the queue goes on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each case, whose view has its key
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  const reasons = reasonsIn(shown.reasons)
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="label flex flex-wrap gap-x-2 text-cyan">
          {texts.kinds[shown.kind]}
          {shown.state === 'objected' && <span className="text-warning">{texts.objected}</span>}
          {shown.standing && <span className="text-magenta">{texts.standings[shown.standing]}</span>}
        </p>
        <h2
          ref={heading}
          tabIndex={-1}
          className="mt-1.5 text-24 leading-tight font-semibold outline-none wrap-anywhere scroll-mt-18"
        >
          <bdi>{shown.seen.title || texts.untitled}</bdi>
        </h2>
        <p className="mt-1.5 text-sm text-soft">
          {[shown.reports > 0 ? texts.reportCount(shown.reports) : '', reasons].filter(Boolean).join(': ')}
        </p>
      </div>
      <ButtonLink to={href} target="_blank" size="small" className="max-md:min-h-11">
        <OutsideIcon width={16} height={16} />
        {texts.openThing}
      </ButtonLink>
    </header>
  )
}

function Evidence({ page }: { page: DeskCasePage }): ReactNode {
  const { seen } = page.case
  return (
    <div className="my-7 grid grid-cols-[minmax(0,1fr)] gap-9">
      <Objections objections={page.objections} />
      {page.beside && <Resembles one={page.now ?? seen} other={page.beside.now} />}
      <SeenCompared seen={seen} now={page.now} />
      <ReportWords reports={page.reports} />
      <Maker page={page} />
    </div>
  )
}
