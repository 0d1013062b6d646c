import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { marksWithin, readSourceOpening } from '../../../../shared/knowledge/source-page.ts'
import type { PassageAround } from '../../../../shared/knowledge/sources.ts'
import { placeOf } from '../../../../shared/knowledge/sources-markdown.ts'
import { endOf, MarkedText, startOf } from '../../../blocks/citations/marked-text.tsx'
import { type PassagePlace, passageQuery } from '../../../blocks/citations/passage-query.ts'
import { FailedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useParams, useSearchParams } from '../../../lib/router/router.tsx'
import { type Head, useTitle } from '../../../lib/router/title.ts'
import { useViewer, viewerQuery } from '../../../lib/session/viewer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { LockIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

/** What the address names. */
function placeAt({ params, search }: Pick<ScreenContext, 'params' | 'search'>): PassagePlace {
  const { id: sourceId = '', version = '', number = '' } = params
  const { key, by } = readSourceOpening(search)
  return { sourceId, version, number, key, by }
}

function stored(context: ScreenContext) {
  const { api, queryClient } = context
  const viewer = queryClient.getQueryData(viewerQuery(api).queryKey) ?? null
  return queryClient.getQueryData(passageQuery(api, viewer, placeAt(context)).queryKey)
}

export async function prefetch(context: ScreenContext): Promise<void> {
  const { api, queryClient } = context
  const viewer = await queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  await queryClient.prefetchQuery({ ...passageQuery(api, viewer, placeAt(context)), retry: false })
}

/** A passage is for people who have its address, not for search engines; its preview has nothing of it. */
export function head(context: ScreenContext): Head {
  const found = stored(context)
  if (!found) return { title: texts.passageNotFound, unlisted: true }
  return { title: found.document.name, description: texts.passageSummary, unlisted: true }
}

export function status(context: ScreenContext): number {
  const found = stored(context)
  if (found) return 200
  return found === null ? 404 : 503
}

/** For people who follow a link that another program shows. */
export default function SourceScreen() {
  const params = useParams()
  const [search] = useSearchParams()
  const viewer = useViewer()
  const { data, error, refetch } = useQuery({
    ...passageQuery(useApi(), viewer ?? null, placeAt({ params, search })),
    enabled: viewer !== undefined,
  })
  useTitle(data?.document.name ?? texts.passageNotFound)
  if (data) return <PassagePage found={data} search={search} />
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      {data === null ? (
        <StatePanel
          heading="h1"
          className={wholeScreen}
          icon={<LockIcon />}
          title={texts.passageNotFound}
          action={
            <ButtonLink to="/vacant" tone="primary">
              {texts.browseAgents}
            </ButtonLink>
          }
        >
          {texts.passageNotFoundWhy}
        </StatePanel>
      ) : error ? (
        <FailedPanel
          heading="h1"
          className={wholeScreen}
          title={texts.passageNotLoaded}
          failure={{ problem: explainError(error), retry: () => void refetch() }}
        />
      ) : (
        <Waiting words={texts.passageLoading} look="grid gap-6">
          <div className="skeleton h-24 max-w-160" />
        </Waiting>
      )}
    </div>
  )
}

function PassagePage({ found, search }: { found: PassageAround; search: URLSearchParams }) {
  const { before, passage, after, document, agent } = found
  const place = placeWithin(found)
  const excerpt = useRef<HTMLElement>(null)
  // A passage can be longer than a phone's screen.
  useEffect(() => {
    const mark = excerpt.current?.querySelector('mark')
    if (mark && mark.getBoundingClientRect().bottom > window.innerHeight)
      mark.scrollIntoView({ block: 'center' })
  }, [])
  const marked = marksWithin(passage.text, readSourceOpening(search).marks)
  return (
    <article className={`${column} pt-9 pb-20 md:pt-13`}>
      <header className="grid gap-2 pb-6">
        <p className="label text-cyan">{texts.citedPassage}</p>
        <h1 className="text-26 leading-[1.15] font-bold wrap-anywhere md:text-34">{document.name}</h1>
        {place && <p className="text-soft wrap-anywhere">{place}</p>}
      </header>
      <section
        ref={excerpt}
        aria-label={texts.passageInDocument}
        className="cut bg-deep p-5 text-base leading-[1.65] whitespace-pre-wrap [overflow-wrap:anywhere] text-muted md:p-7"
      >
        {before && <p className="mb-3">{startOf(before)}</p>}
        <div className="border-l-2 border-cyan py-1 pl-3 text-text">
          <MarkedText text={passage.text} marked={marked} />
        </div>
        {after && <p className="mt-3">{endOf(after)}</p>}
      </section>
      {(agent || document.canOpen) && (
        <footer className="flex flex-wrap gap-3 pt-6">
          {agent && (
            <ButtonLink to={`/chat/${agent.id}`} tone="primary" className="max-sm:w-full">
              <span className="max-w-[28ch] truncate">{texts.talkWith(agent.name)}</span>
            </ButtonLink>
          )}
          {document.canOpen && (
            <a
              href={`/api/sources/${passage.sourceId}/file`}
              download
              className="button cut hairline max-sm:w-full"
            >
              {texts.downloadDocument}
            </a>
          )}
        </footer>
      )}
    </article>
  )
}

/** By page, else by heading; empty if it has neither. */
function placeWithin({ passage, document }: PassageAround): string {
  const place = placeOf({ ...passage, name: '' }).replace(/^, /, '')
  const shown = place.charAt(0).toUpperCase() + place.slice(1)
  return passage.page !== null && document.pages ? texts.pageOf(shown, document.pages) : shown
}
