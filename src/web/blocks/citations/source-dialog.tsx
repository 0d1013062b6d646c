import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { markedIn } from '../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PassageAround } from '../../../shared/knowledge/sources.ts'
import { placeOf } from '../../../shared/knowledge/sources-markdown.ts'
import { useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import * as texts from '../texts.ts'
import { endOf, MarkedText, startOf } from './marked-text.tsx'
import { passageQuery } from './passage-query.ts'

/**
 * Marks the sentences that the reply was made from. @param props.claims what the reply says where it cites the passage
 */
export default function SourceDialog(props: {
  source: CitedSource
  claims: readonly string[]
  onClose: () => void
}) {
  const { source } = props
  const viewer = useViewer() ?? null
  const { data, error, isFetching, refetch } = useQuery(passageQuery(useApi(), viewer, source))
  // A document that was exported and imported may be cut into other passages than the reply was given.
  const isOther = data !== undefined && data !== null && data.passage.text !== source.quote
  const around = isOther ? undefined : data
  return (
    <Dialog
      open
      width="wide"
      title={data?.document.name ?? source.name}
      description={whereOf(source, around ?? undefined)}
      onClose={props.onClose}
    >
      <div className="grid gap-4" aria-busy={isFetching}>
        {data === null && (
          <Notice tone="info" title={texts.sourceGone}>
            {texts.sourceGoneText}
          </Notice>
        )}
        {isOther && (
          <Notice tone="info" title={texts.sourceChanged}>
            {texts.sourceChangedText}
          </Notice>
        )}
        {error && (
          <Notice tone="bad" title={texts.aroundNotLoaded}>
            {explainError(error)}
          </Notice>
        )}
        <Page>
          {around?.before && <p className="mb-3">{startOf(around.before)}</p>}
          <Passage text={source.quote} claims={props.claims} placed={data !== undefined} />
          {around?.after && <p className="mt-3">{endOf(around.after)}</p>}
        </Page>
        {error && (
          <Button className="justify-self-start" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        )}
        {data?.document.canOpen && (
          <a
            href={`/api/sources/${source.sourceId}/file`}
            download
            className="button cut hairline justify-self-start"
          >
            {texts.downloadSource}
          </a>
        )}
      </div>
    </Dialog>
  )
}

function whereOf(source: CitedSource, found: PassageAround | undefined): string {
  const place = placeOf({ ...source, name: texts.sourceNumber(source.n) })
  const pages = found?.document.pages
  return pages && source.page !== null ? texts.placeOfPages(place, pages) : place
}

function Page({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={texts.passage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className="cut relative max-h-[min(60dvh,560px)] overflow-y-auto overscroll-contain bg-deep p-5 text-15 leading-[1.65] whitespace-pre-wrap [overflow-wrap:anywhere] text-muted md:p-7"
    >
      {children}
    </section>
  )
}

/** @param placed the text around the passage has loaded, so that the page can scroll to its first mark */
function Passage({ text, claims, placed }: { text: string; claims: readonly string[]; placed: boolean }) {
  const passage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = passage.current?.querySelector('mark')
    const page = passage.current?.parentElement
    if (placed && mark && page) page.scrollTop = mark.offsetTop - page.clientHeight / 4
  }, [placed])
  return (
    <div ref={passage} className="border-l-2 border-cyan py-1 pl-3 text-text">
      <MarkedText text={text} marked={markedIn(text, claims)} />
    </div>
  )
}
