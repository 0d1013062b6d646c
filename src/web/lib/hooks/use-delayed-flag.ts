import { useEffect, useState } from 'react'

/** Whether `now` has been true for this long without a break, so that a brief state does not flicker. */
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
