import { useEffect } from 'react'
import { useLocation } from '../../lib/router.tsx'
import { glossaryTerms } from './glossary-terms.ts'

/** Brings the term that the address names (`#qubit`) to the eye and to a screen reader, each time it is asked for. */
export function useTermInAddress(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells one visit of an address from the next
  useEffect(() => {
    const term = glossaryTerms.find(({ id }) => hash === `#${id}`)
    const element = term && document.getElementById(term.id)
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }, [hash, key])
}
