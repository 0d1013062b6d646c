import { type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import { type Claim, claimsOf } from '../../../shared/knowledge/answering-sentence.ts'
import { writeCitations } from '../../../shared/knowledge/citations.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { placeOf } from '../../../shared/knowledge/sources-markdown.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Marks, writeMark } from '../../ui/markdown/marks.ts'
import { NamedTexts } from '../../ui/markdown/named-texts.tsx'
import * as texts from '../texts.ts'

const SourceDialog = lazyPart(() => import('./source-dialog.tsx'))

export default function Cited(props: {
  text: string
  growing: boolean
  sources: readonly CitedSource[]
  listed?: string
}) {
  const { text, growing, sources, listed = text } = props
  const [opened, setOpened] = useState<Opened>()
  const byNumber = new Map(sources.map((source) => [source.n, source]))
  /** The claim at a mark, or those at all marks of the source; what does not cite a source has no mark. */
  const open = (source: CitedSource, place?: number) => {
    const claims = claimsOf(place === undefined ? listed : text).filter(({ n }) => byNumber.has(n))
    const here =
      place === undefined ? claims.filter(({ n }) => n === source.n) : claims.slice(place, place + 1)
    setOpened({ source, claims: here })
  }
  const mark = (n: number, place: number) => {
    const source = byNumber.get(n)
    return source && <Mark source={source} onOpen={() => open(source, place)} />
  }
  return (
    <>
      <Marks value={mark}>
        <SourcesName sources={sources}>
          <Markdown text={writeCitations(text, new Set(byNumber.keys()), writeMark)} growing={growing} />
        </SourcesName>
      </Marks>
      {!growing && <SourceList sources={citedIn(listed, sources)} onOpen={open} />}
      {opened && (
        <Suspense fallback={null}>
          <SourceDialog
            source={opened.source}
            claims={opened.claims.map((claim) => claim.text)}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shown sources name hosts as well. */
function SourcesName({ sources, children }: { sources: readonly CitedSource[]; children: ReactNode }) {
  const people = useContext(NamedTexts)
  const named = useMemo(
    () => people && [...people, ...sources.flatMap(({ name, quote }) => [name, quote])],
    [people, sources],
  )
  return <NamedTexts value={named}>{children}</NamedTexts>
}

interface Opened {
  source: CitedSource
  claims: readonly Claim[]
}

function Mark({ source, onOpen }: { source: CitedSource; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={texts.sourceAt(source.n, placeOf(source))}
      title={placeOf(source)}
      className="prose-mark"
      onClick={onOpen}
    >
      {source.n}
    </button>
  )
}

function SourceList(props: { sources: readonly CitedSource[]; onOpen: (source: CitedSource) => void }) {
  if (props.sources.length === 0) return null
  return (
    <section aria-label={texts.sources} className="mt-3 border-t border-line pt-2">
      <ol className="flex flex-wrap gap-x-5">
        {props.sources.map((source) => (
          <li key={source.n} className="max-w-full min-w-0">
            <button
              type="button"
              aria-haspopup="dialog"
              className="flex min-h-8 max-w-full items-center text-left text-13 leading-snug text-muted transition-colors hover:text-text max-md:min-h-11"
              onClick={() => props.onOpen(source)}
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <span aria-hidden="true" className="display text-13 text-cyan tabular-nums">
                  {source.n}
                </span>
                <span className="sr-only">{texts.sourceAt(source.n, '')}</span>
                <span className="line-clamp-2 min-w-0 wrap-anywhere">{placeOf(source)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
