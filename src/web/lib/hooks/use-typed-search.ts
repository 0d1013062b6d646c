import { useEffect, useRef, useState } from 'react'

/** Milliseconds without typing before the search starts. */
const SEARCH_DELAY_MS = 250

/** A search whose query is in the address, so that a link reproduces it, and the text that is being typed. */
export function useTypedSearch(query: string, write: (text: string) => void) {
  const [text, setText] = useState(query)
  /** The query last written or read here. If the address has another, it came from Back or from a link. */
  const known = useRef(query)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (query === known.current) return
    known.current = query
    window.clearTimeout(timer.current)
    setText(query)
  }, [query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  /** Must be called before other code writes the address: `written` replaces the pending search. */
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
    searchNow: () => {
      if (timer.current !== undefined) commit(text)
    },
    clear: () => {
      setText('')
      commit('')
    },
  }
}
