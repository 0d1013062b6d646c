import { useEffect, useState } from 'react'

/** The current time, updated every second until `moment` has passed. */
export function useCountdown(moment: Date | null): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!moment) return
    const timer = setInterval(() => {
      setNow(new Date())
      if (Date.now() >= moment.getTime()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return now
}
