import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '../../lib/router/router.tsx'
import {
  type ArchivesState,
  type ArchiveTab,
  addressedQuery,
  readArchivesAddress,
  writeArchivesAddress,
} from './archives-address.ts'
import { matchesFilter } from './glossary-filter.ts'
import { type GlossaryCategory, type GlossaryTerm, glossaryTerms } from './glossary-terms.ts'

/** The debounce of updating the address, in milliseconds. The list itself is filtered at once. */
const ADDRESS_DELAY_MS = 250

/**
 * The state of the archives. It is part of the address, so that a link reproduces the tab, the search and the
 * category.
 */
export function useArchives() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const addressed = readArchivesAddress(search)
  /**
   * The router may update the address later than a key press; the tab must change at once, because the next key
   * depends on it.
   */
  const [tab, setTab] = useOptimistic(addressed.tab)
  const [text, setText] = useState(addressed.query)
  /**
   * The query that this hook last wrote or read. If the address has a different one, it came from Back or from a link.
   */
  const known = useRef(addressed.query)
  const timer = useRef<number>(undefined)

  useEffect(() => {
    if (addressed.query === known.current) return
    known.current = addressed.query
    window.clearTimeout(timer.current)
    setText(addressed.query)
  }, [addressed.query])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const state: ArchivesState = { ...addressed, tab, query: text }
  const to = (change: Partial<ArchivesState>): { search: string } => ({
    search: writeArchivesAddress({ ...state, ...change }),
  })
  const go = (change: Partial<ArchivesState>, replace: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    known.current = addressedQuery(change.query ?? text)
    void navigate(to(change), { replace })
  }

  return {
    tab: state.tab,
    linkToTab: (tab: ArchiveTab) => to({ tab }),
    /** Moving through the tabs by keyboard adds no history entries. */
    openTab: (tab: ArchiveTab) =>
      startTransition(() => {
        setTab(tab)
        go({ tab }, true)
      }),
    text,
    category: state.category,
    terms: glossaryTerms.filter((term) => matchesFilter(term, state)),
    type: (text: string) => {
      setText(text)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => go({ query: text }, true), ADDRESS_DELAY_MS)
    },
    /** Updates the address at once if it is waiting for typing to pause. */
    settle: () => {
      if (timer.current !== undefined) go({}, true)
    },
    choose: (category: GlossaryCategory | undefined) => go({ category }, false),
    clear: () => {
      setText('')
      go({ query: '', category: undefined }, false)
    },
    /** The link to a term of the glossary. Following it clears a filter that hides the term. */
    linkToTerm: (term: GlossaryTerm) => {
      const hidden = !matchesFilter(term, state)
      return {
        to: { ...to(hidden ? { query: '', category: undefined } : {}), hash: term.id },
        onClick: () => {
          window.clearTimeout(timer.current)
          timer.current = undefined
          if (hidden) setText('')
        },
      }
    },
  }
}

export type Archives = ReturnType<typeof useArchives>
