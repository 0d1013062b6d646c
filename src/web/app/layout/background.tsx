import { useEffect, useRef } from 'react'

/** Milliseconds that the decoration waits: until then a first visit has what it needs. */
const PUT_OFF_MS = 2_000

/** The network is decoration, hidden from screen readers; its code loads once the page has what it needs. */
export function Background() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isLeft = false
    const begin = async () => {
      const loaded = await import('./particle-network.ts').catch(() => null)
      const page = document.getElementById('main')
      if (loaded && !isLeft && canvas.current && page) stop = loaded.animateNetwork(canvas.current, page)
    }
    const putOff = window.setTimeout(() => void begin(), PUT_OFF_MS)
    return () => {
      isLeft = true
      window.clearTimeout(putOff)
      stop?.()
    }
  }, [])
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without a tabindex takes no focus
  return <canvas ref={canvas} className="network" aria-hidden="true" />
}
