import { useEffect, useRef } from 'react'
import { animateNetwork } from './particle-network.ts'

/**
 * The particle network behind the page, started after the first paint. It is decoration and hidden from screen
 * readers.
 */
export function Background() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    const begin = () => {
      if (canvas.current) stop = animateNetwork(canvas.current)
    }
    const idle = window.setTimeout(begin, 300)
    return () => {
      window.clearTimeout(idle)
      stop?.()
    }
  }, [])
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus
  return <canvas ref={canvas} className="network" aria-hidden="true" />
}
