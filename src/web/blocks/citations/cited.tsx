import { lazy, Suspense, useState } from 'react'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import { withoutOpenCitation, writeCitations } from '../../../shared/knowledge/citations.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { placeOf } from '../../../shared/knowledge/sources-markdown.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Marks, writeMark } from '../../ui/markdown/marks.ts'

const SourceDialog = lazy(() => import('./source-dialog.tsx'))

/**
 * The text of an agent with a button for each citation, followed by the list of cited sources once the text is
 * complete.
 */
export default function Cited(props: { text: string; growing: boolean; sources: readonly CitedSource[] }) {
  const { growing, sources } = props
  const [opened, setOpened] = useState<CitedSource>()
  const byNumber = new Map(sources.map((source) => [source.n, source]))
  const text = growing ? withoutOpenCitation(props.text) : props.text
  const mark = (n: number) => {
    const source = byNumber.get(n)
    return source && <Mark source={source} onOpen={setOpened} />
  }
  return (
    <>
      <Marks value={mark}>
        <Markdown text={writeCitations(text, new Set(byNumber.keys()), writeMark)} growing={growing} />
      </Marks>
      {!growing && <SourceList sources={citedIn(text, sources)} onOpen={setOpened} />}
      {opened && (
        <Suspense fallback={null}>
          <SourceDialog source={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface Opening {
  source: CitedSource
  onOpen: (source: CitedSource) => void
}

function Mark({ source, onOpen }: Opening) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`Source ${source.n}: ${placeOf(source)}`}
      title={placeOf(source)}
      className="prose-mark"
      onClick={() => onOpen(source)}
    >
      {source.n}
    </button>
  )
}

function SourceList(props: { sources: readonly CitedSource[]; onOpen: Opening['onOpen'] }) {
  if (props.sources.length === 0) return null
  return (
    <section aria-label="Sources" className="mt-3 border-t border-line pt-2">
      <ol className="flex flex-wrap gap-x-5">
        {props.sources.map((source) => (
          <li key={source.n} className="max-w-full min-w-0">
            <button
              type="button"
              aria-haspopup="dialog"
              className="flex min-h-8 max-w-full items-center text-left text-[13px] leading-snug text-muted transition-colors hover:text-text max-md:min-h-11"
              onClick={() => props.onOpen(source)}
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <span aria-hidden="true" className="display text-[13px] text-cyan tabular-nums">
                  {source.n}
                </span>
                <span className="sr-only">{`Source ${source.n}: `}</span>
                <span className="line-clamp-2 min-w-0 wrap-anywhere">{placeOf(source)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
