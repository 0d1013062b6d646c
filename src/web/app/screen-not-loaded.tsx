import { useEffect, useRef } from 'react'
import { loadAgain } from '../lib/load-again.ts'
import { useTitle } from '../lib/title.ts'
import { useOnline } from '../lib/use-online.ts'
import { Button } from '../ui/button.tsx'
import { codePage } from './code-page.ts'
import type { ScreenLoadError } from './screen.ts'

/** Stands where a screen would be whose code could not be loaded; it opens by itself as soon as that is possible. */
export function ScreenNotLoaded({ error, onLoaded }: { error: ScreenLoadError; onLoaded: () => void }) {
  const online = useOnline()
  const again = useRef<ReturnType<typeof loadAgain>>(null)
  const loaded = useRef(onLoaded)
  useEffect(() => {
    const gone = new AbortController()
    again.current = loadAgain(error.load, codePage, gone.signal)
    void again.current.done.then((isThere) => isThere && loaded.current())
    return () => gone.abort()
  }, [error])
  const title = online ? 'This screen could not be loaded.' : 'You are offline.'
  useTitle(title.replace('.', ''))
  return (
    <section
      role="alert"
      className="wrap grid min-h-[60dvh] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-bad">Link lost</p>
      <h1 className="text-3xl font-bold">{title}</h1>
      <p className="max-w-[52ch] text-soft">
        {online ? 'The server did not answer. ' : 'This screen was not opened here before. '}
        It opens by itself as soon as the connection is back; until then you can go back to where you were.
      </p>
      <Button tone="primary" onClick={() => again.current?.tryNow()}>
        Retry
      </Button>
    </section>
  )
}
