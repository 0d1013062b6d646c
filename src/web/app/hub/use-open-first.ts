import { useEffect, useState } from 'react'
import { useNavigate } from '../../lib/router.tsx'

/**
 * Enter opens the first thing that was found, or will be. On a touch screen, where the keyboard covers what was found,
 * it only begins the search.
 * @param text what stands in the field: changing it takes the wish back
 * @param first the address, null for nothing, undefined while it is not known
 */
export function useOpenFirst(text: string, first: string | null | undefined) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (wanted === null || first === undefined) return
    setWanted(null)
    if (first !== null && wanted === text) void navigate(first)
  }, [wanted, text, first, navigate])
  return () => {
    if (text.trim() !== '' && window.matchMedia('(pointer: fine)').matches) setWanted(text)
  }
}
