import { useEffect, useRef, useState } from 'react'

/** Debounce of the search: milliseconds without typing before it starts. */
const SEARCH_DELAY_MS = 250

/**
 * A search whose query is part of the address, so that a link reproduces it, together with the text that is being
 * typed.
 * @param query the query in the address
 * @param write writes a query to the address
 */
export function useTypedSearch(query: string, write: (text: string) => void) {
  const [text, setText] = useState(query)
  /**
   * The query that this hook last wrote or read. If the address has a different one, it came from Back or from a link.
   */
  const known = useRef(query)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (query === known.current) return
    known.current = query
    window.clearTimeout(timer.current)
    setText(query)
  }, [query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  /** Must be called before other code writes the address: cancels the pending search, because `written` replaces it. */
  const settle = (written: string) => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    known.current = written.trim()
  }
  const commit = (written: string) => {
    settle(written)
    write(written)
  }

  return {
    text,
    settle,
    type: (typed: string) => {
      setText(typed)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => commit(typed), SEARCH_DELAY_MS)
    },
    /** Starts a search at once if it is still waiting for typing to pause. */
    searchNow: () => {
      if (timer.current !== undefined) commit(text)
    },
    clear: () => {
      setText('')
      commit('')
    },
  }
}
