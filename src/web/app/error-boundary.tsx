import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useLocation } from '../lib/router.tsx'
import { Button } from '../ui/button.tsx'
import { ScreenLoadError } from './screen.ts'
import { ScreenNotLoaded } from './screen-not-loaded.tsx'

/**
 * Keeps a fault of one screen from taking the shell along. Going to another address starts anew after a fault;
 * a screen that works keeps its state, because a search or a dialog changes the address, too.
 */
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
      <section
        className="wrap grid min-h-[60dvh] place-content-center justify-items-start gap-5 py-16"
        role="alert"
      >
        <p className="label text-bad">Link lost</p>
        <h1 className="text-3xl font-bold">This screen ran into a fault.</h1>
        <p className="max-w-[52ch] text-soft">
          Nothing that the server had accepted is lost. Try again; if it happens once more, reload the page.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button tone="primary" onClick={() => this.setState({ error: undefined })}>
            Try again
          </Button>
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
        </div>
      </section>
    )
  }
}
