import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Category } from '../../../../shared/agents.ts'
import { filterProblem, readFilter, writeFilter } from './matrix-filter.ts'

/** How long typing may pause before the search begins, in milliseconds. */
const SEARCH_DELAY_MS = 250

/**
 * The filter lives in the address, so that a link reproduces it. Typing replaces the address after a short pause;
 * choosing a category is a step that Back undoes.
 */
export function useMatrixFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const query = filter.query ?? ''
  const [text, setText] = useState(query)
  /** The search as this page last wrote or read it: a different one in the address came by Back or by a link. */
  const known = useRef(query)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (query === known.current) return
    known.current = query
    window.clearTimeout(timer.current)
    setText(query)
  }, [query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const write = (text: string, category: Category | undefined, replace: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    known.current = text.trim()
    const next = { query: text, ...(category && { category }) }
    setSearch(writeFilter(new URLSearchParams(window.location.search), next), { replace })
  }
  const writeText = (text: string) =>
    write(text, readFilter(new URLSearchParams(window.location.search)).category, true)

  return {
    filter,
    problem: filterProblem(filter),
    /** Whether anything narrows the list. */
    narrows: filter.query !== undefined || filter.category !== undefined,
    text,
    type: (text: string) => {
      setText(text)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => writeText(text), SEARCH_DELAY_MS)
    },
    /** Begins a search that is still waiting for the typing to pause. */
    searchNow: () => {
      if (timer.current !== undefined) writeText(text)
    },
    /** Section 2: choosing the chosen category clears it. */
    toggleCategory: (category: Category) =>
      write(text, filter.category === category ? undefined : category, false),
    clear: () => {
      setText('')
      write('', undefined, false)
    },
  }
}
