import { useEffect, useState } from 'react'

/** Whether something has been true for a while, so that a moment of it does not flicker. */
export function useDelayedFlag(now: boolean, milliseconds: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [now, milliseconds])
  return now && lasted
}
