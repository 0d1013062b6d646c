import { Component, type ErrorInfo, type ReactNode, useEffect, useRef } from 'react'
import { useOnline } from '../lib/hooks/use-online.ts'
import { loadAgain } from '../lib/router/load-again.ts'
import { useLocation } from '../lib/router/router.tsx'
import { useTitle } from '../lib/router/title.ts'
import { Button } from '../ui/button.tsx'
import { DeadEnd } from '../ui/dead-end.tsx'
import { codePage } from './code-page.ts'
import { ScreenLoadError } from './screen.ts'
import * as texts from './texts.ts'

/** Contains the error of a screen. An address resets it only after an error: a search or a dialog changes it, too. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Catch place={key}>{children}</Catch>
}

class Catch extends Component<{ place: string; children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (error instanceof ScreenLoadError) return
    reportError(new Error(`A screen failed${info.componentStack ?? ''}`, { cause: error }))
  }

  override componentDidUpdate(before: { place: string }) {
    if (before.place !== this.props.place && this.state.error !== undefined)
      this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ScreenLoadError)
      return <ScreenNotLoaded error={error} onLoaded={() => this.setState({ error: undefined })} />
    return (
      <DeadEnd alert label={texts.linkLost} title={texts.screenFailed} text={texts.screenFailedText}>
        <Button tone="primary" onClick={() => this.setState({ error: undefined })}>
          {texts.tryAgain}
        </Button>
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
      </DeadEnd>
    )
  }
}

/** The screen opens by itself as soon as its code loads. */
function ScreenNotLoaded({ error, onLoaded }: { error: ScreenLoadError; onLoaded: () => void }) {
  const online = useOnline()
  const again = useRef<ReturnType<typeof loadAgain>>(null)
  const loaded = useRef(onLoaded)
  useEffect(() => {
    const gone = new AbortController()
    again.current = loadAgain(error.load, codePage, gone.signal)
    void again.current.done.then((isThere) => isThere && loaded.current())
    return () => gone.abort()
  }, [error])
  const title = online ? texts.screenNotLoaded : texts.offlineTitle
  useTitle(title.replace('.', ''))
  return (
    <DeadEnd
      alert
      label={texts.linkLost}
      title={title}
      text={online ? texts.notLoadedText : texts.offlineText}
    >
      <Button tone="primary" onClick={() => again.current?.tryNow()}>
        {texts.retry}
      </Button>
    </DeadEnd>
  )
}
