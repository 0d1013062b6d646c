import { useEffect, useRef, useState } from 'react'

/** How long typing may pause before the search begins, in milliseconds. */
const SEARCH_DELAY_MS = 250

/**
 * A search that lives in the address, so that a link reproduces it, and the text that is being typed for it.
 * @param query the search that the address has
 * @param write puts a search into the address
 */
export function useTypedSearch(query: string, write: (text: string) => void) {
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

  /** To be called before the address is written: what was waiting for a pause is settled by it. */
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
    /** Begins a search that is still waiting for the typing to pause. */
    searchNow: () => {
      if (timer.current !== undefined) commit(text)
    },
    clear: () => {
      setText('')
      commit('')
    },
  }
}
