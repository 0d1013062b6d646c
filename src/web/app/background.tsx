import { useEffect, useRef } from 'react'

/** The particle network behind everything. Its code loads after the first paint, and it is decoration to a screen reader. */
export function Background() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const begin = async () => {
      const { animateNetwork } = await import('./particle-network.ts')
      if (!gone && canvas.current) stop = animateNetwork(canvas.current)
    }
    const idle = window.setTimeout(() => void begin(), 300)
    return () => {
      gone = true
      window.clearTimeout(idle)
      stop?.()
    }
  }, [])
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus
  return <canvas ref={canvas} className="network" aria-hidden="true" />
}
