import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { passageQuerySchema } from '../../../../shared/knowledge/sources.ts'
import { placeOf } from '../../../../shared/knowledge/sources-markdown.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { MarkedText } from '../../../ui/marked-text.tsx'
import { searchQuery } from './sources-query.ts'
import * as texts from './texts.ts'

const SHOWN = 5

/** Shows which passages an agent finds for a question, without asking a model. */
export function TrySearch({ agentId }: { agentId: string }) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { data, error, isFetching } = useQuery(searchQuery(useApi(), agentId, query))
  const search = () => {
    const parsed = passageQuerySchema.safeParse({ query: text })
    setProblem(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (parsed.success) setQuery(parsed.data.query)
  }
  return (
    <section aria-label={texts.trySearch} className="grid gap-3 border-t border-line pt-5">
      <h3 className="label text-soft">{texts.trySearch}</h3>
      <p className="text-sm text-soft">{texts.trySearchHint}</p>
      <SearchBox
        ref={field}
        text={text}
        problem={problem}
        label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        onType={(typed) => {
          setText(typed)
          setProblem(undefined)
        }}
        onCommit={search}
      />
      <p role="status" className="sr-only">
        {data && query !== '' && !isFetching ? texts.passagesFound(data.passages.length) : ''}
      </p>
      {error && (
        <Notice tone="bad" title={texts.searchFailed}>
          {explainError(error)}
        </Notice>
      )}
      {data?.passages.length === 0 && <p className="text-sm text-soft">{texts.nothingFound}</p>}
      {data && data.passages.length > 0 && (
        <ol className={`grid gap-4 transition-opacity ${isFetching ? 'opacity-55' : ''}`}>
          {data.passages.slice(0, SHOWN).map(({ sourceName, text: passage, ...place }, at) => (
            <li key={place.key} className="grid gap-1">
              <p className="text-13 text-muted">{placeOf({ ...place, name: sourceName })}</p>
              <p className="line-clamp-4 text-sm leading-relaxed text-soft [overflow-wrap:anywhere]">
                <MarkedText text={passage} ranges={data.hits[at] ?? []} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
