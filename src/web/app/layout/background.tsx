import { useEffect, useRef } from 'react'
import { animateNetwork } from './particle-network.ts'

/**
 * The particle network behind the page, clear of its texts, started after the first paint. It is decoration and hidden from screen
 * readers.
 */
export function Background() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    const begin = () => {
      const page = document.getElementById('main')
      if (canvas.current && page) stop = animateNetwork(canvas.current, page)
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
