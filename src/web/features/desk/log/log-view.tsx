import { useEffect, useState } from 'react'
import type { ShownLogRow } from '../../../../shared/trust/desk.ts'
import { When } from '../../../blocks/list/facts.tsx'
import { FailedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { useList } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { dayAndTime } from '../../../lib/clock.ts'
import { useApi } from '../../../lib/http/api.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { DocumentIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { logQuery } from '../api/desk-queries.ts'
import { groundNames } from '../texts.ts'
import { type Chain, checkChain } from './check-chain.ts'
import { logSentence, suspensionTerms } from './log-sentence.ts'
import * as texts from './texts.ts'

/** Every decision in a sentence, and whether the hashes of the rows that are shown are right. */
export function LogView({ owner }: { owner: string }) {
  const list = useList(logQuery(useApi(), owner), { owner })
  return (
    <div className="wrap pt-9 pb-20 md:pt-11">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.logTitle}</h1>
          <p className="mt-2 max-w-[64ch] text-pretty text-soft">{texts.logIntro}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/desk" size="small" className="max-md:min-h-11">
            {texts.toDesk}
          </ButtonLink>
          <a
            href="/api/desk/log/export"
            download
            className="button button-small cut hairline max-md:min-h-11"
          >
            <DownloadIcon width={16} height={16} />
            {texts.exportLog}
          </a>
        </div>
      </div>
      {list.state === 'full' && <ChainLine rows={list.items} />}
      <ListView
        list={list}
        as="ol"
        label={texts.logTitle}
        className="mt-6 border-t border-line-strong"
        words={{
          loading: texts.logLoading,
          empty: texts.logEmptyTitle,
          count: ({ length }) => texts.rows(length),
        }}
        loading={<Skeletons of={<li aria-hidden="true" className="skeleton my-4 h-14" />} count={5} />}
        empty={
          <StatePanel
            className={`mt-6.5 ${wholeScreen}`}
            heading="h2"
            icon={<DocumentIcon width={24} height={24} />}
            title={texts.logEmptyTitle}
          >
            {texts.logEmpty}
          </StatePanel>
        }
        failed={(failure) => (
          <FailedPanel className={`mt-6.5 ${wholeScreen}`} title={texts.logFailed} failure={failure} />
        )}
      >
        {(rows) => rows.map((row) => <LogItem key={row.number} row={row} />)}
      </ListView>
    </div>
  )
}

/** Checked in this page, so that nobody has to take the server's word for it. */
function ChainLine({ rows }: { rows: readonly ShownLogRow[] }) {
  const [chain, setChain] = useState<Chain>()
  useEffect(() => {
    let isCurrent = true
    void checkChain(rows, crypto.subtle).then((found) => isCurrent && setChain(found))
    return () => {
      isCurrent = false
    }
  }, [rows])
  const [look, words] = chainWords(chain)
  return (
    <p role="status" className={`mt-6 flex items-center gap-3 ${look}`}>
      <span aria-hidden="true" className="dot" />
      {words}
    </p>
  )
}

function chainWords(chain: Chain | undefined): [look: string, words: string] {
  switch (chain?.state) {
    case undefined:
      return ['text-muted [--hue:var(--color-muted)]', texts.chainChecking]
    case 'holds':
      return ['text-good [--hue:var(--color-good)]', texts.chainHolds(chain.rows)]
    case 'broken':
      return ['text-bad [--hue:var(--color-bad)]', texts.chainBroken(chain.number)]
    case 'unknown':
      return ['text-warning [--hue:var(--color-warning)]', texts.chainUnknown]
  }
}

function LogItem({ row }: { row: ShownLogRow }) {
  const terms = suspensionTerms(row, (at) => dayAndTime(new Date(at)))
  const said = row.said ?? row.words
  return (
    <li
      id={`row-${row.number}`}
      className="grid gap-x-6 gap-y-1.5 border-b border-line py-4 md:grid-cols-[auto_minmax(0,1fr)]"
    >
      <span className="display text-15 text-muted tabular-nums">{row.number}</span>
      <div className="grid min-w-0 gap-1.5">
        <p className="wrap-anywhere">{logSentence(row)}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
          <When at={row.at} />
          {row.ground && row.action !== 'nothing' && (
            <span className="text-soft">{groundNames[row.ground]}</span>
          )}
          {terms && <span className="text-soft">{terms}</span>}
          {row.about !== null && (
            <a
              href={`#row-${row.about}`}
              className="inline-flex min-h-6 items-center text-soft underline underline-offset-3 hover:text-text"
            >
              {texts.aboutRow(row.about)}
            </a>
          )}
        </p>
        {said !== '' && (
          <p
            dir="auto"
            className="border-l-2 border-line-strong py-0.5 pl-3.5 wrap-anywhere whitespace-pre-line text-soft"
          >
            {said}
          </p>
        )}
        <p className="truncate font-mono text-13 text-muted" title={row.hash}>
          <span className="sr-only">{texts.hashOf} </span>
          {row.hash}
        </p>
      </div>
    </li>
  )
}
