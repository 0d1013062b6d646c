import type { ReactNode } from 'react'
import { requireSignIn } from '../../lib/http/identity.ts'
import { Button } from '../../ui/button.tsx'
import { LockIcon, WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import type { ListFailure } from './list-state.ts'

/** The height of a panel that is all of its screen. */
export const wholeScreen = 'min-h-[min(460px,60dvh)]'

/** Stands where cards or figures would be that did not arrive. */
export function FailedPanel(props: {
  failure: Pick<ListFailure, 'problem' | 'retry'>
  title: string
  /** The level of the heading that the title is; without one it is a plain sentence. */
  heading?: 'h1' | 'h2'
  className?: string
  /** What tries again. */
  action?: string
}) {
  const { failure, action = 'Try again', ...look } = props
  return (
    <StatePanel
      alert
      {...look}
      icon={<WarningIcon width={24} height={24} />}
      action={<Button onClick={failure.retry}>{action}</Button>}
    >
      {failure.problem}
    </StatePanel>
  )
}

/** Stands where things of a wallet would be: nobody is here, or who is here has not signed in. */
export function LockedPanel(props: {
  /** A wallet is connected that has not proved itself. */
  connected: boolean
  titles: { visitor: string; connected: string }
  className: string
  /** What is said to a visitor; who is connected is told what a signature does. */
  children?: ReactNode
}) {
  const { connected, titles } = props
  return (
    <StatePanel
      className={props.className}
      heading="h2"
      icon={<LockIcon width={24} height={24} />}
      title={connected ? titles.connected : titles.visitor}
      action={
        <Button tone="primary" onClick={() => void requireSignIn()}>
          {connected ? 'Sign in' : 'Connect wallet'}
        </Button>
      }
    >
      {connected
        ? 'Your wallet is connected. One signature proves that it is yours; it costs nothing and moves nothing.'
        : props.children}
    </StatePanel>
  )
}

/** Stands where rows would be: a sentence, and a button where something can be done about it. */
export function ListNote(props: {
  children: ReactNode
  action?: { label: string; onClick: () => void }
  /** Leads to where something can be done about it. */
  link?: ReactNode
  /** It went wrong by itself. */
  alert?: boolean
  className: string
  /** The measure of the sentence. */
  measure?: string
}) {
  const { action, measure = 'max-w-[46ch]' } = props
  return (
    <div
      {...(props.alert && { role: 'alert' })}
      className={`grid justify-items-start gap-4 ${props.className}`}
    >
      <p className={`text-sm text-soft ${measure}`}>{props.children}</p>
      {action && (
        <Button size="small" className="max-md:min-h-11" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {props.link}
    </div>
  )
}

/** A note that rows did not arrive. @param what in plain words, without a full stop: “The kept runs did not arrive” */
export function FailedNote(props: {
  failure: ListFailure
  what: string
  className: string
  measure?: string
}) {
  const { failure, what, ...look } = props
  return (
    <ListNote alert {...look} action={{ label: 'Try again', onClick: failure.retry }}>
      {`${what}. ${failure.problem}`}
    </ListNote>
  )
}
