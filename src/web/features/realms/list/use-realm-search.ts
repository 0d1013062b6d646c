import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { readSearch, searchProblem, writeSearch } from './realm-search.ts'

/** How long typing may pause before the search begins, in milliseconds. */
const SEARCH_DELAY_MS = 250

/** The search lives in the address, so that a link reproduces it; typing replaces the address after a short pause. */
export function useRealmSearch() {
  const [search, setSearch] = useSearchParams()
  const query = readSearch(search)
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

  const write = (text: string, replace: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    known.current = text.trim()
    setSearch(writeSearch(new URLSearchParams(window.location.search), text), { replace })
  }
  return {
    query,
    problem: searchProblem(query),
    text,
    type: (text: string) => {
      setText(text)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => write(text, true), SEARCH_DELAY_MS)
    },
    /** Begins a search that is still waiting for the typing to pause. */
    searchNow: () => {
      if (timer.current !== undefined) write(text, true)
    },
    clear: () => {
      setText('')
      write('', false)
    },
  }
}
