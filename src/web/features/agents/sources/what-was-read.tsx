import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import type { DocumentText, TextPassage } from '../../../../shared/knowledge/document-text.ts'
import type { Source } from '../../../../shared/knowledge/sources.ts'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { sourcesKey } from './sources-query.ts'
import * as texts from './texts.ts'

/** Query for the text of a document, a part after the other. */
const textQuery = (api: Api, { agentId, id, version }: Source) =>
  infiniteQueryOptions({
    queryKey: [...sourcesKey(agentId), id, 'text', version],
    queryFn: ({ pageParam, signal }): Promise<DocumentText> =>
      unwrap(
        api.agents[':id'].sources[':sourceId'].text.$get(
          { param: { id: agentId, sourceId: id }, query: { after: `${pageParam}` } },
          { init: { signal } },
        ),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

/** Shows what was read of a document: its whole text with its passages, and at each page what could not be read. */
export default function WhatWasRead({ source, onClose }: { source: Source; onClose: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    textQuery(useApi(), source),
  )
  const [first] = data?.pages ?? []
  const passages = data?.pages.flatMap((part) => part.passages) ?? []
  return (
    <Dialog
      open
      width="wide"
      title={texts.whatWasRead(source.name)}
      description={texts.whatWasReadHint}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {error && (
          <Notice tone="bad" title={texts.textNotLoaded}>
            {explainError(error)}
          </Notice>
        )}
        {!first && !error && (
          <Waiting words={texts.loadingText} look="grid gap-3">
            <div className="skeleton h-24" />
            <div className="skeleton h-24" />
          </Waiting>
        )}
        {first && first.notes.length > 0 && (
          <Notice tone="info" title={texts.notes}>
            <ul className="grid gap-1">
              {first.notes.map(({ sentence }) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
        {first && <Text passages={passages} notes={first.notes} pages={hasNextPage ? null : first.pages} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-13 text-muted">
            {first && texts.shown(passages.length, first.count)}
          </p>
          {error ? (
            <Button
              size="small"
              className="max-md:min-h-11"
              onClick={() => void (first ? fetchNextPage() : refetch())}
            >
              {texts.tryAgain}
            </Button>
          ) : (
            hasNextPage && (
              <Button
                size="small"
                className="max-md:min-h-11"
                aria-disabled={isFetchingNextPage}
                onClick={() => isFetchingNextPage || void fetchNextPage()}
              >
                {texts.showMore}
              </Button>
            )
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** @param props.pages the number of pages, once the text is shown to its end */
function Text(props: {
  passages: readonly TextPassage[]
  notes: DocumentText['notes']
  pages: number | null
}) {
  const { passages, notes, pages } = props
  let read = 0
  return (
    <section
      aria-label={texts.textLabel}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className="cut relative grid max-h-[min(60dvh,620px)] content-start gap-3 overflow-y-auto overscroll-contain bg-deep p-3 md:p-6"
    >
      {passages.map((passage) => {
        const { page } = passage
        const before = read
        if (page !== null) read = passage.lastPage ?? page
        return (
          <Fragment key={passage.number}>
            {page !== null && <EmptyPages from={before + 1} to={page - 1} notes={notes} />}
            {page !== null && page > before && <PageTitle page={page} notes={notes} />}
            <Passage passage={passage} />
          </Fragment>
        )
      })}
      {pages !== null && <EmptyPages from={read + 1} to={pages} notes={notes} />}
    </section>
  )
}

const notesOf = (page: number, notes: DocumentText['notes']) =>
  notes.filter(({ pages }) => pages.includes(page)).map(({ sentence }) => sentence)

function PageTitle({ page, notes }: { page: number; notes: DocumentText['notes'] }) {
  return (
    <div className="grid gap-1 pt-2 first:pt-0">
      <h3 className="label text-soft">{texts.page(page)}</h3>
      {notesOf(page, notes).map((sentence) => (
        <p key={sentence} className="text-13 text-warning">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** The pages of which no passage is, from one to another. Many are named together. */
function EmptyPages({ from, to, notes }: { from: number; to: number; notes: DocumentText['notes'] }) {
  if (from > to) return null
  if (to - from >= 3)
    return <p className="pt-2 text-13 text-warning first:pt-0">{texts.nothingOnPages(from, to)}</p>
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).map((page) => (
    <div key={page} className="grid gap-1 pt-2 first:pt-0">
      <h3 className="label text-soft">{texts.page(page)}</h3>
      <p className="text-13 text-warning">{notesOf(page, notes)[0] ?? texts.nothingOnPage}</p>
    </div>
  ))
}

/** A passage, without what it repeats of the one before. What is far from the screen is not laid out. */
function Passage({ passage }: { passage: TextPassage }) {
  const { number, lastPage, heading, text, repeats } = passage
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-1.5 border border-line border-l-2 border-l-cyan/60 px-3 py-2.5 [contain-intrinsic-size:auto_220px] [content-visibility:auto] md:px-4"
    >
      <h4 id={id} className="text-13 text-muted [overflow-wrap:anywhere]">
        {lastPage === null ? texts.passage(number) : texts.passageOver(number, lastPage)}
        {heading !== null && ` · ${heading}`}
      </h4>
      <p dir="auto" className="text-15 leading-[1.65] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
        {text.slice(repeats).trim()}
      </p>
    </section>
  )
}
